// What a release contains and what it must not contain.
#include "skeleton/release.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "lab/tests/temporary_kit.hpp"
#include "skeleton/derive.hpp"
#include "skeleton/skeletons.hpp"

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

/// A release of these labs; of all if none is named.
skeleton::Released release(const lab::Kit& kit, const fs::path& file,
                           const std::vector<std::string>& labs = {"all"}) {
    return skeleton::release(kit, kit.find_all(labs), file);
}

std::string bytes(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

TEST_CASE("a release holds the kit with derived skeletons, and executables stay executable") {
    KitWithLabs t;
    CHECK(release(t.kit, t.folder / "r.tar.gz").files == 10);
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
          "hidden/01-a.cpp", "grader/suite/tests/answers.cpp", "common/tests/json_text.cpp",
          "common/simulator/tests/planted/race.cu", "common/python/examples.py",
          "docs/results/counts.md", "new-room/file.cpp", "grader/suites/02-later.cpp",
          "build/grader/grade-bin", "notes.txt", ".git/config"}) {
        t.put(name, "secret\n");
    }
    CHECK(release(t.kit, t.folder / "r.zip").files == 10);
    for (const auto& [name, entry] : unpacked(t.folder / "r.zip")) {
        CAPTURE(name);
        CHECK(entry.content.find("secret") == std::string::npos);
    }
}

TEST_CASE("a release has the answers to a chapter's questions, and nobody reads them at a glance") {
    KitWithLabs t;
    t.put("labs/01-a/ANSWERS.md", "1. Because of the barrier.\n");
    const auto released = release(t.kit, t.folder / "r.tar.gz");
    CHECK(released.files == 11);
    CHECK(released.left_out.empty());
    lab::tests::TemporaryKit student;
    for (const auto& [name, entry] : unpacked(t.folder / "r.tar.gz")) {
        CAPTURE(name);
        CHECK(name.find("ANSWERS") == name.npos);
        CHECK(entry.content.find("barrier") == entry.content.npos);
        student.put(name.substr(name.find('/') + 1), entry.content);
    }
    student.kit.slugs = t.kit.slugs;
    CHECK(skeleton::answers_of(student.kit, student.kit.find("01")) ==
          "1. Because of the barrier.\n");
}

TEST_CASE("answers must not hold a solution either") {
    KitWithLabs t;
    std::string code;
    for (int i = 0; i < 20; ++i) code += "x" + std::to_string(i) + " = 1;\n";
    t.put("solutions/01-a/a.cu", "// BEGIN SOLUTION: do it\n" + code + "// END SOLUTION\n");
    t.put("labs/01-a/ANSWERS.md", "1. It is\n\n" + code);
    CHECK_THROWS_AS(release(t.kit, t.folder / "r.tar.gz"), skeleton::SkeletonError);
}

TEST_CASE("files in labs/ that no lab declares stay out, and are named") {
    KitWithLabs t;
    t.put("labs/01-a/lab.toml", "title = 'T'\neditable = ['a.cu']\ngiven = ['b.hpp']\n");
    t.put("labs/01-a/b.hpp", "given\n");
    for (const auto* name : {"labs/01-a/solution.cu", "labs/01-a/own/try.cu", "labs/exam.md"})
        t.put(name, "secret\n");
    const auto released = release(t.kit, t.folder / "r.zip");
    CHECK(released.left_out == std::vector<std::string>{"labs/01-a/own/try.cu",
                                                        "labs/01-a/solution.cu", "labs/exam.md"});
    const auto entries = unpacked(t.folder / "r.zip");
    CHECK(entries.contains("gpu-matrix-vector-labs/labs/01-a/b.hpp"));
    for (const auto& [name, entry] : entries) CHECK(entry.content != "secret\n");
}

TEST_CASE("files that a lab adds to its program are included") {
    KitWithLabs t;
    t.put("labs/01-a/program/extra.cpp", "extra\n");
    CHECK(release(t.kit, t.folder / "r.zip").left_out.empty());
    CHECK(unpacked(t.folder / "r.zip")
              .contains("gpu-matrix-vector-labs/labs/01-a/program/extra.cpp"));
}

TEST_CASE("kernels that a lab's program shows are derived if they are a lab's solution") {
    KitWithLabs t;
    t.put("labs/01-a/program/show.cu", "// BEGIN SOLUTION: do it\nsecret();\n// END SOLUTION\n");
    release(t.kit, t.folder / "r.zip");
    CHECK(unpacked(t.folder / "r.zip")
              .at("gpu-matrix-vector-labs/labs/01-a/program/show.cu")
              .content == "// TODO: do it (about 1 line)\n");
}

TEST_CASE("only the labs asked for are released, and their rows of the table") {
    KitWithLabs t;
    t.kit.slugs.push_back("02-b");
    for (const char* name : {"README.md", "HINTS.md", "lab.hpp", "main.cpp"})
        t.put(std::string("labs/02-b/") + name, "later\n");
    t.put("labs/02-b/lab.toml", "title = 'T'\neditable = ['b.cu']\n");
    t.put("solutions/02-b/b.cu", "// BEGIN SOLUTION: do it\nx();\n// END SOLUTION\n");
    t.put("meson.build", "labs = [\n  '01-a',\n  '02-b',\n]\n");
    release(t.kit, t.folder / "r.zip", {"01"});
    const auto entries = unpacked(t.folder / "r.zip");
    CHECK(entries.at("gpu-matrix-vector-labs/meson.build").content == "labs = [\n  '01-a',\n]\n");
    for (const auto& [name, entry] : entries) CHECK(name.find("02-b") == std::string::npos);
}

// Twice as many tokens as the final check needs.
constexpr const char* long_secret =
    "float s = 0; for (int i = threadIdx.x; i < n; i += blockDim.x) s += a[i] * b[i];\n"
    "for (int k = 16; k > 0; k /= 2) s += __shfl_down_sync(~0u, s, k); if (!threadIdx.x) y[0] = "
    "s;\n";

TEST_CASE("a listing that contains a solution is removed from its page, another one stays") {
    KitWithLabs t;
    t.put("solutions/01-a/a.cu",
          std::string("// BEGIN SOLUTION: do it\n") + long_secret + "// END SOLUTION\n");
    t.put("docs/labs/01-a.md", std::string("Before.\n```\nint main() {}\n```\n```cuda\n") +
                                   long_secret + "```\nAfter.\n");
    release(t.kit, t.folder / "r.zip");
    const auto page =
        unpacked(t.folder / "r.zip").at("gpu-matrix-vector-labs/docs/labs/01-a.md").content;
    CHECK(page.find("__shfl_down_sync") == page.npos);
    CHECK(page.find("```\nint main() {}\n```\n") != page.npos);
    CHECK(page.find("After.") != page.npos);
}

TEST_CASE("a file that contains a solution in any layout stops the release") {
    KitWithLabs t;
    t.put("solutions/01-a/a.cu",
          std::string("// BEGIN SOLUTION: do it\n") + long_secret + "// END SOLUTION\n");
    std::string laid_out = long_secret;
    std::ranges::replace(laid_out, ' ', '\n');
    t.put("grader/suites/01-a.cpp", "suite\n/* no */ " + laid_out);
    CHECK_THROWS_WITH_AS(release(t.kit, t.folder / "r.zip"),
                         "grader/suites/01-a.cpp:2 has what 01-a/a.cu:2 asks students to write",
                         skeleton::SkeletonError);
}

TEST_CASE("a file that a lab declares and lacks stops the release") {
    KitWithLabs t;
    fs::remove(t.kit.labs() / "01-a/HINTS.md");
    CHECK_THROWS_AS(release(t.kit, t.folder / "r.zip"), skeleton::SkeletonError);
}

TEST_CASE("parts of pages for instructors stay out") {
    KitWithLabs t;
    t.put("README.md", "all\n<!-- for instructors -->\nsecret\n<!-- for everyone -->\nall again\n");
    release(t.kit, t.folder / "r.zip");
    CHECK(unpacked(t.folder / "r.zip").at("gpu-matrix-vector-labs/README.md").content ==
          "all\nall again\n");
}

TEST_CASE("the same kit gives the same bytes") {
    KitWithLabs t;
    release(t.kit, t.folder / "a.tar.gz");
    fs::last_write_time(t.kit.source / "README.md",
                        fs::file_time_type::clock::now() - std::chrono::hours(1));
    release(t.kit, t.folder / "b.tar.gz");
    CHECK(bytes(t.folder / "a.tar.gz") == bytes(t.folder / "b.tar.gz"));
}

TEST_CASE("a release that cannot be made says why and leaves no file behind") {
    KitWithLabs t;
    const auto refusal = [&](const std::string& name) -> std::string {
        try {
            release(t.kit, t.folder / name);
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
