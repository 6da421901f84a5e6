// A student gets the release and solves a lab with it. The archive is unpacked and configured as a
// separate build, and a lab is graded and solved in it. To save the minutes of a second build, this
// build's grader and simulator are used, with KIT_SOURCE naming the unpacked labs. A comparison of
// the sources shows that the release would build the same ones.
#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "grade_command.hpp"
#include "json_text.hpp"

using namespace course;

namespace {

struct Unpacked {
    Scratch scratch;
    fs::path root = scratch.path() / "gpu-matrix-vector-labs";

    Unpacked() {
        const auto archive = (scratch.path() / "kit.tar.gz").string();
        REQUIRE(run(grade_program(), {"release", "--out", archive}).status == 0);
        REQUIRE(run("tar", {"-xzf", archive, "-C", scratch.path().string()}).status == 0);
    }
    Said grade(const std::vector<std::string>& arguments) const {
        return run(grade_program(), arguments, "KIT_SOURCE='" + root.string() + "'");
    }
};

struct Lines {
    std::vector<std::string> secret, open;  // lines of code without indentation
};

/// The lines between the markers, and those outside. Short lines reveal nothing.
Lines lines_of(const fs::path& solution) {
    std::ifstream in(solution);
    Lines lines;
    bool inside = false;
    for (std::string line; std::getline(in, line);) {
        if (line.find("END SOLUTION") != line.npos) inside = false;
        const auto start = std::min(line.find_first_not_of(' '), line.size());
        if (line.size() - start > 30)
            (inside ? lines.secret : lines.open).push_back(line.substr(start));
        if (line.find("BEGIN SOLUTION") != line.npos) inside = true;
    }
    return lines;
}

/// Files in `folder` that are missing in `other` or differ.
std::vector<std::string> differing(const fs::path& folder, const fs::path& other) {
    std::vector<std::string> names;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        const auto name = entry.path().lexically_relative(folder);
        if (entry.is_regular_file() && content(entry.path()) != content(other / name)) {
            names.push_back(name.string());
        }
    }
    return names;
}

/// Files that include others of the kit: "user -> used" if the second is missing.
std::vector<std::string> missing_includes(const fs::path& root) {
    const std::regex include(R"re(^\s*#\s*include\s+"([^"]+)")re");
    std::vector<std::string> missing;
    for (const auto& entry : fs::recursive_directory_iterator(root)) {
        const auto type = entry.path().extension();
        if (type != ".cpp" && type != ".hpp") continue;
        std::ifstream in(entry.path());
        for (std::string line; std::getline(in, line);) {
            std::smatch found;
            if (!std::regex_search(line, found, include)) continue;
            const auto folders = {entry.path().parent_path(), root / "common", root / "grader",
                                  root / "labs", root / "common/simulator/include"};
            const auto has = [&](const fs::path& folder) {
                const auto file = (folder / found[1].str()).string();
                return fs::exists(file) || fs::exists(file + ".in");  // made by the configuration
            };
            if (std::ranges::none_of(folders, has))
                missing.push_back(entry.path().lexically_relative(root).string() + " -> " +
                                  found[1].str());
        }
    }
    return missing;
}

}  // namespace

TEST_CASE("a release has no solutions, no hidden cases and no line of either in labs/") {
    const Unpacked unpacked;
    for (const auto* name : {"solutions", "hidden", "grader/submissions"}) {
        CHECK_FALSE(fs::exists(unpacked.root / name));
    }
    std::size_t secrets = 0;
    for (const auto& slug : kit.slugs) {
        for (const auto& name : kit.find(slug).editable) {
            const auto skeleton = content(unpacked.root / "labs" / slug / name);
            const auto lines = lines_of(kit.solutions() / slug / name);
            for (const auto& line : lines.secret) {
                if (std::ranges::count(lines.open, line)) continue;  // told to students anyway
                ++secrets;
                CHECK_MESSAGE(skeleton.find(line) == std::string::npos, line);
            }
        }
    }
    CHECK(secrets > 10);
}

TEST_CASE("a release's own pages do not lead to what it lacks") {
    const Unpacked unpacked;
    const auto readme = content(unpacked.root / "README.md");
    CHECK(readme.find("./grader/grade 01") != std::string::npos);
    CHECK(readme.find("solutions") == std::string::npos);
    CHECK(readme.find("release") == std::string::npos);
    for (const auto& entry : fs::recursive_directory_iterator(unpacked.root)) {
        if (entry.path().extension() == ".md")
            CHECK_MESSAGE(content(entry.path()).find("for instructors") == std::string::npos,
                          entry.path().string());
    }
}

TEST_CASE("a release's pages show pictures that are there, and no command that needs a solution") {
    const Unpacked unpacked;
    const std::regex picture(R"re(!(\[[^\]\n]*\]\(([^)\s]+)\))?)re");
    int pictures = 0;
    for (const auto& entry : fs::recursive_directory_iterator(unpacked.root)) {
        if (entry.path().extension() != ".md") continue;
        CAPTURE(entry.path().string());
        std::istringstream page(content(entry.path()));
        for (std::string line; std::getline(page, line);) {
            CAPTURE(line);
            for (const char* words : {"--from solutions", "solutions/", "grader/submissions"})
                CHECK(line.find(words) == std::string::npos);
            if (!line.starts_with('!')) continue;
            std::smatch found;
            REQUIRE(std::regex_search(line, found, picture));
            CHECK(fs::is_regular_file(entry.path().parent_path() / found[2].str()));
            ++pictures;
        }
    }
    CHECK(pictures > 20);
}

TEST_CASE("a release's pages name no path that it lacks") {
    const Unpacked unpacked;
    const std::regex path(
        R"re(`((?:\.vscode|\.devcontainer|common|docs|grader|labs|hidden|solutions)/[\w./-]+|[\w./-]+\.md)`)re");
    int named = 0;
    for (const auto& entry : fs::recursive_directory_iterator(unpacked.root)) {
        if (entry.path().extension() != ".md") continue;
        CAPTURE(entry.path().string());
        const auto page = content(entry.path());
        for (std::sregex_iterator each(page.begin(), page.end(), path), end; each != end; ++each) {
            const auto name = (*each)[1].str();
            const bool is_there =
                fs::exists(unpacked.root / name) || fs::exists(entry.path().parent_path() / name);
            CHECK_MESSAGE(is_there, name);
            ++named;
        }
    }
    CHECK(named > 5);
}

TEST_CASE("what is left out of a lab's program is named on its task sheet") {
    const Unpacked unpacked;
    int left_out = 0;
    for (const auto& slug : kit.slugs) {
        const auto folder = unpacked.root / "labs" / slug;
        if (!fs::exists(folder / "program")) continue;
        for (const auto& entry : fs::directory_iterator(folder / "program")) {
            if (content(entry.path()).find("TODO: ") == std::string::npos) continue;
            ++left_out;
            const auto name = "program/" + entry.path().filename().string();
            CAPTURE(slug);
            CHECK_MESSAGE(content(folder / "README.md").find(name) != std::string::npos, name);
        }
    }
    CHECK(left_out == 3);  // lab 05's baselines, halves of its first rung, and its other heights;
                           // lab 06's other T and Z
}

TEST_CASE("the simulator and the runner are released as they are") {
    const Unpacked unpacked;
    auto differ = differing(unpacked.root / "common", kit.source / "common");
    // Build files without the kit's own tests.
    std::erase_if(differ, [](const auto& name) { return name.ends_with("meson.build"); });
    CHECK(differ == std::vector<std::string>{});
}

TEST_CASE("a release configures as a build of its own and lacks no file of it") {
    const Unpacked unpacked;
    const auto build = (unpacked.root / "build").string();
    const auto configured = run("meson", {"setup", build, unpacked.root.string()});
    INFO(configured.out);
    REQUIRE(configured.status == 0);
    const auto dry_run = run("ninja", {"-n", "-C", build});
    INFO(dry_run.out);
    CHECK(dry_run.status == 0);
}

// If a directory is missing in the archive, configuring ignores it, and compiling fails.
TEST_CASE("a release has each header that its sources include") {
    const Unpacked unpacked;
    for (const auto& missing : missing_includes(unpacked.root)) FAIL_CHECK(missing);
}

// In a students' kit, demo grades skeletons, which have no points: its status is 1.
TEST_CASE("a container opens once the kit is built, whatever points the labs have") {
    const Unpacked unpacked;
    const auto settings =
        json_text::parse(content(unpacked.root / ".devcontainer/devcontainer.json"));
    const auto command = settings.at("postCreateCommand").get<std::string>();
    const auto opens = [&](int status) {
        Scratch folder;
        fs::create_directory(folder.path() / "grader");
        std::ofstream(folder.path() / "grader/grade") << "#!/bin/sh\nexit " << status << '\n';
        fs::permissions(folder.path() / "grader/grade", fs::perms(0755));
        return run("sh", {"-c", "cd '" + folder.path().string() + "' && (" + command + ")"})
                   .status == 0;
    };
    CHECK(opens(0));
    CHECK(opens(1));
    CHECK_FALSE(opens(2));
}

TEST_CASE("a student works a lab from the release") {
    const Unpacked unpacked;
    const auto slug = kit.slugs.front();
    const auto folder = unpacked.root / "labs" / slug;
    const auto mine = folder / kit.find(slug).editable.front();
    CHECK(unpacked.grade({slug}).status == 1);
    CHECK(unpacked.grade({"hint", slug}).status == 0);
    fs::copy(kit.solutions() / slug, folder,
             fs::copy_options::overwrite_existing | fs::copy_options::recursive);
    const auto solved = unpacked.grade({slug});
    INFO(solved.out);
    CHECK(solved.status == 0);
    CHECK(unpacked.grade({"reset", slug}).status == 0);
    CHECK(content(mine).find("// TODO: ") != std::string::npos);
    CHECK(fs::exists(mine.string() + ".1"));
    CHECK(unpacked.grade({slug}).status == 1);
}

TEST_CASE("Gradescope's autograder grades an upload in any layout, and leaves results.json") {
    Scratch scratch;
    const auto bundle = (scratch.path() / "autograder.zip").string();
    REQUIRE(run(grade_program(), {"bundle", "--out", bundle, "--seed", "8123"}).status == 0);
    const auto source = scratch.path() / "source";
    REQUIRE(run("python3", {"-m", "zipfile", "-e", bundle, source.string()}).status == 0);
    // The archive was unpacked without modes, as some programs do.
    const auto root = source / "gpu-matrix-vector-labs";
    const auto can_run = [&](const char* name) {
        return (fs::status(root / name).permissions() & fs::perms::owner_exec) != fs::perms::none;
    };
    CHECK_FALSE(can_run("grader/grade"));
    std::ofstream(root / "grader/setup.sh") << "set_up() { :; }\n";
    CHECK(run("bash", {(source / "setup.sh").string()}).status == 0);
    CHECK(can_run("grader/grade"));
    CHECK(can_run("grader/vet/header_words.py"));
    // This build's grader knows all labs, as the bundle's own would; one of them suffices here.
    CHECK(content(source / "settings.sh").find("02 03 04") != std::string::npos);
    std::ofstream(source / "settings.sh") << "LABS='02'\nSEED=8123\nHIDDEN=all\n";
    const auto upload = scratch.path() / "submission/my work/MatVec (1).cu";
    fs::create_directories(upload.parent_path());
    fs::copy_file(kit.solutions() / "02-simple-gather/matvec.cu", upload);
    const auto environment = "AUTOGRADER='" + scratch.path().string() + "' GRADE='" +
                             grade_program().string() + "' KIT_SOURCE='" +
                             (source / "gpu-matrix-vector-labs").string() + "'";
    CHECK(run("bash", {(source / "run_autograder").string()}, environment).status == 0);
    const auto results = json_text::parse(content(scratch.path() / "results/results.json"));
    double points = 0;
    for (const auto& test : results.at("tests")) points += test.at("score").get<double>();
    CHECK(points == 96);  // predict.toml was not handed in
    CHECK(content(scratch.path() / "results/results.json").find("seed 8123") == std::string::npos);
    fs::remove(upload);
    CHECK(run("bash", {(source / "run_autograder").string()}, environment).status == 0);
    const auto missing = json_text::parse(content(scratch.path() / "results/results.json"));
    REQUIRE(missing.at("tests").size() == 1);
    CHECK(missing.at("tests")[0].at("score") == 0);
    CHECK(missing.at("tests")[0].at("output").get<std::string>().find("matvec.cu is missing") !=
          std::string::npos);
}
