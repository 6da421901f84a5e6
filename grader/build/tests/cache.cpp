// Which programs are cached, and for how long.
#include "build/cache.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <atomic>
#include <barrier>
#include <filesystem>
#include <fstream>
#include <set>
#include <thread>

#include "build/stage.hpp"

namespace fs = std::filesystem;
using namespace grader::build;
using namespace std::chrono_literals;

namespace {

struct Folder {
    fs::path path = fs::temp_directory_path() / ("cache-test-" + std::to_string(getpid()));

    Folder() {
        fs::remove_all(path);
        fs::create_directory(path);
    }
    ~Folder() { fs::remove_all(path); }

    void put(const std::string& name, std::size_t bytes, std::chrono::hours ago) const {
        fs::create_directory(path / name);
        std::ofstream(path / name / "program") << std::string(bytes, 'x');
        fs::last_write_time(path / name, fs::file_time_type::clock::now() - ago);
    }
    std::set<std::string> names() const {
        std::set<std::string> found;
        for (const auto& entry : fs::directory_iterator(path))
            found.insert(entry.path().filename());
        return found;
    }
};

}  // namespace

TEST_CASE("what nobody has asked for in a long time goes, whatever it is") {
    const Folder folder;
    folder.put("old", 10, 800h);
    folder.put("new-abcdef", 10, 800h);  // left by a grader that was killed
    folder.put("young", 10, 700h);
    prune(folder.path, {});
    CHECK(folder.names() == std::set<std::string>{"young"});
}

TEST_CASE("where there is too much, the longest unused goes first, and no more than needed") {
    const Folder folder;
    for (int hours = 2; hours < 7; ++hours)
        folder.put(std::to_string(hours), 100, std::chrono::hours(hours));
    prune(folder.path, {.bytes = 250});
    CHECK(folder.names() == std::set<std::string>{"2", "3"});
}

TEST_CASE("what was used a moment ago stays, however much it is") {
    const Folder folder;
    folder.put("running", 1000, 0h);
    prune(folder.path, {.bytes = 1});
    CHECK(folder.names() == std::set<std::string>{"running"});
}

TEST_CASE("to be found counts as being used") {
    const Folder folder;
    const Stage stage(folder.path);
    write_file(stage.root() / "built", "program");
    const auto kept = Cache(folder.path, "inputs").keep({stage.root() / "built", "", "words"});
    const auto entry = kept.program.parent_path();
    fs::last_write_time(entry, fs::file_time_type::clock::now() - 800h);
    CHECK(Cache(folder.path, "inputs").find()->details == "words");
    prune(folder.path, {});
    CHECK(fs::exists(kept.program));
}

TEST_CASE("graders that store the same program at the same time never lose it") {
    const Folder folder;
    std::atomic<int> lost = 0;
    for (int round = 0; round < 50; ++round) {
        const auto inputs = std::to_string(round);
        std::barrier together(3);
        const auto store = [&] {
            const Stage stage(folder.path);
            write_file(stage.root() / "built", "program");
            together.arrive_and_wait();
            const auto kept = Cache(folder.path, inputs).keep({stage.root() / "built", "", ""});
            for (int i = 0; i < 20; ++i)
                if (!fs::exists(kept.program)) ++lost;
        };
        const std::jthread first(store), second(store), third(store);
    }
    CHECK(lost == 0);
}

TEST_CASE("a folder that a killed grader left goes after a day, and no other one") {
    const Folder folder;
    folder.put("grader-stage-killed", 10, 25h);
    folder.put("grader-stage-at-work", 10, 1h);
    folder.put("program", 10, 25h);
    folder.put("new-ones", 10, 25h);  // somebody else's
    const Stage stage(folder.path);
    CHECK(folder.names() == std::set<std::string>{"grader-stage-at-work", "new-ones", "program",
                                                  stage.root().filename().string()});
}

TEST_CASE("a folder that is not there holds nothing") {
    CHECK_NOTHROW(prune("/nonexistent/cache", {}));
    CHECK_FALSE(std::filesystem::exists("/nonexistent"));
}
