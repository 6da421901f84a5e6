// What a release holds and what it must not.
#include "skeleton/release.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <doctest/doctest.h>

#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "lab/tests/temporary_kit.hpp"
#include "skeleton/derive.hpp"

namespace fs = std::filesystem;
using namespace grader;

namespace {

struct KitWithLabs : lab::tests::TemporaryKit {
    KitWithLabs() {
        kit.slugs = {"01-a"};
        put("labs/01-a/lab.toml", "title = 'T'\neditable = ['a.cu']\n");
        put("labs/01-a/a.cu", "edited by hand\n");
        put("labs/01-a/README.md", "sheet\n");
        put("labs/01-a/HINTS.md", "hints\n");
        put("labs/01-a/lab.hpp", "interface\n");
        put("labs/01-a/main.cpp", "program\n");
        put("solutions/01-a/a.cu", "// BEGIN SOLUTION: do it\nsecret();\n// END SOLUTION\n");
        put("grader/suites/01-a.cpp", "suite\n");
        put("grader/grade", "#!/bin/sh\n");
        fs::permissions(kit.source / "grader/grade", fs::perms(0755));
        put("README.md", "readme\n");
    }
};

struct Entry {
    std::string content;
    int mode;
};

std::map<std::string, Entry> unpacked(const fs::path& file) {
    auto* in = archive_read_new();
    archive_read_support_filter_all(in);
    archive_read_support_format_all(in);
    REQUIRE(archive_read_open_filename(in, file.c_str(), 1 << 16) == ARCHIVE_OK);
    std::map<std::string, Entry> entries;
    for (archive_entry* entry; archive_read_next_header(in, &entry) == ARCHIVE_OK;) {
        std::string content(static_cast<std::size_t>(archive_entry_size(entry)), '\0');
        CHECK(archive_read_data(in, content.data(), content.size()) ==
              static_cast<la_ssize_t>(content.size()));
        entries[archive_entry_pathname(entry)] = {content,
                                                  static_cast<int>(archive_entry_perm(entry))};
    }
    archive_read_free(in);
    return entries;
}

std::string bytes(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

TEST_CASE("a release holds the kit with derived skeletons, and executables stay executable") {
    KitWithLabs t;
    CHECK(skeleton::release(t.kit, t.folder / "r.tar.gz").files == 10);
    const auto entries = unpacked(t.folder / "r.tar.gz");
    const std::string top = "gpu-matrix-vector-labs/";
    CHECK(entries.at(top + "labs/01-a/a.cu").content == "// TODO: do it (about 1 line)\n");
    CHECK(entries.at(top + "grader/skeletons/01-a/a.cu").content ==
          "// TODO: do it (about 1 line)\n");
    CHECK(entries.at(top + "labs/01-a/README.md").content == "sheet\n");
    CHECK(entries.at(top + "README.md").mode == 0644);
    CHECK(entries.at(top + "grader/grade").mode == 0755);
    CHECK(entries.contains(top + "grader/suites/01-a.cpp"));
}

TEST_CASE("solutions, hidden cases, submissions, the course's own tests and debris stay out") {
    KitWithLabs t;
    for (const auto* name :
         {"grader/suites/hidden/01-a.cpp", "grader/submissions/01-a/right/x/a.cu",
          "grader/tests/course.cpp", "labs/01-a/a.cu.1", "labs/01-a/.a.cu.swp", "labs/01-a/a.cu~",
          "build/grader/grade-bin", "notes.txt", ".git/config"}) {
        t.put(name, "secret\n");
    }
    CHECK(skeleton::release(t.kit, t.folder / "r.zip").files == 10);
    for (const auto& [name, entry] : unpacked(t.folder / "r.zip")) {
        CAPTURE(name);
        CHECK(entry.content.find("secret") == std::string::npos);
    }
}

TEST_CASE("what lies in labs/ and no lab declares stays out, and is named") {
    KitWithLabs t;
    t.put("labs/01-a/lab.toml", "title = 'T'\neditable = ['a.cu']\ngiven = ['b.hpp']\n");
    t.put("labs/01-a/b.hpp", "given\n");
    for (const auto* name : {"labs/01-a/solution.cu", "labs/01-a/own/try.cu", "labs/exam.md"})
        t.put(name, "secret\n");
    const auto released = skeleton::release(t.kit, t.folder / "r.zip");
    CHECK(released.left_out == std::vector<std::string>{"labs/01-a/own/try.cu",
                                                        "labs/01-a/solution.cu", "labs/exam.md"});
    const auto entries = unpacked(t.folder / "r.zip");
    CHECK(entries.contains("gpu-matrix-vector-labs/labs/01-a/b.hpp"));
    for (const auto& [name, entry] : entries) CHECK(entry.content != "secret\n");
}

TEST_CASE("what a lab adds to its program goes along") {
    KitWithLabs t;
    t.put("labs/01-a/program/more/extra.cpp", "extra\n");
    CHECK(skeleton::release(t.kit, t.folder / "r.zip").left_out.empty());
    CHECK(unpacked(t.folder / "r.zip")
              .contains("gpu-matrix-vector-labs/labs/01-a/program/more/extra.cpp"));
}

TEST_CASE("a file that a lab declares and lacks stops the release") {
    KitWithLabs t;
    fs::remove(t.kit.labs() / "01-a/HINTS.md");
    CHECK_THROWS_AS(skeleton::release(t.kit, t.folder / "r.zip"), skeleton::SkeletonError);
}

TEST_CASE("what pages say to instructors only stays out") {
    KitWithLabs t;
    t.put("README.md", "all\n<!-- for instructors -->\nsecret\n<!-- for everyone -->\nall again\n");
    skeleton::release(t.kit, t.folder / "r.zip");
    CHECK(unpacked(t.folder / "r.zip").at("gpu-matrix-vector-labs/README.md").content ==
          "all\nall again\n");
}

TEST_CASE("the same kit gives the same bytes") {
    KitWithLabs t;
    skeleton::release(t.kit, t.folder / "a.tar.gz");
    fs::last_write_time(t.kit.source / "README.md",
                        fs::file_time_type::clock::now() - std::chrono::hours(1));
    skeleton::release(t.kit, t.folder / "b.tar.gz");
    CHECK(bytes(t.folder / "a.tar.gz") == bytes(t.folder / "b.tar.gz"));
}

TEST_CASE("a release that cannot be made says why and leaves no file behind") {
    KitWithLabs t;
    const auto refusal = [&](const std::string& name) -> std::string {
        try {
            skeleton::release(t.kit, t.folder / name);
        } catch (const skeleton::SkeletonError& error) {
            return error.what();
        }
        return "";
    };
    CHECK(refusal("r.rar") == "r.rar: the name must end in .tar, .tar.gz, .tar.xz or .zip");
    CHECK(refusal("nowhere/r.tar").find("cannot write") == 0);
    t.put("solutions/01-a/a.cu", "// END SOLUTION\n");
    CHECK(refusal("r.tar") == "solutions/01-a/a.cu:1: END SOLUTION without BEGIN SOLUTION");
    t.put("solutions/01-a/a.cu", "// BEGIN SOLUTION: do it\nx();\n// END SOLUTION\n");
    fs::remove(t.kit.labs() / "01-a/lab.hpp");
    fs::create_symlink(t.kit.solutions() / "01-a/a.cu", t.kit.labs() / "01-a/lab.hpp");
    CHECK(refusal("r.tar") == "labs/01-a/lab.hpp is a link");
    CHECK(std::distance(fs::directory_iterator(t.folder), {}) == 1);
}
