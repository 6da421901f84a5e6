// What is handed in instead of a source file.
#include "vet/file.hpp"

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

using grader::vet::FileError;
using grader::vet::take_source;
namespace fs = std::filesystem;

namespace {

struct OneFile {
    OneFile() { fs::create_directories(folder); }
    ~OneFile() { fs::remove_all(folder); }
    void write(const std::string& text) const {
        std::ofstream(folder / "a.cu", std::ios::binary) << text;
    }

    fs::path folder = fs::temp_directory_path() / ("vet-test-" + std::to_string(getpid()));
};

void refuses(const OneFile& submission, const char* words) {
    CHECK_THROWS_WITH_AS(take_source(submission.folder, "a.cu"), words, FileError);
}

}  // namespace

TEST_CASE("a text is the same whatever editor saved it") {
    const OneFile s;
    const std::string text = "// größer, 更大, 🙂\nint x;\tint y;";
    for (const std::string& saved :
         {text, "\xef\xbb\xbf" + text, std::string("// größer, 更大, 🙂\r\nint x;\tint y;"),
          std::string("// größer, 更大, 🙂\rint x;\tint y;")}) {
        s.write(saved);
        CHECK(take_source(s.folder, "a.cu") == text);
    }
    s.write(
        "// gr\xf6\xdf"
        "er\r\n\n\r\r\nint x;");
    CHECK(take_source(s.folder, "a.cu") == "// größer\n\n\n\nint x;");
}

TEST_CASE("a file that is missing, empty or too large is named") {
    const OneFile s;
    refuses(s, "a.cu is missing");
    s.write("");
    refuses(s, "a.cu is empty");
    s.write(std::string((1 << 20) + 1, ' '));
    refuses(s, "a.cu is larger than 1 MiB");
    s.write(std::string(1 << 20, ' '));
    CHECK_NOTHROW(take_source(s.folder, "a.cu"));
}

TEST_CASE("a NUL is named with its line") {
    const OneFile s;
    s.write(std::string("int x;\nint\0y;\n", 14));
    refuses(s, "a.cu:2: a NUL byte: this is not a text file");
}

TEST_CASE("UTF-16 is called by its name") {
    for (const std::string& text :
         {std::string("\xff\xfe/\0/\0", 6), std::string("\xfe\xff\0/\0/", 6)}) {
        const OneFile s;
        s.write(text);
        refuses(s, "a.cu is UTF-16; save the file as UTF-8");
    }
}

TEST_CASE("text that is not UTF-8 is read as Latin-1, byte by byte") {
    for (const char* broken :
         {"\x80", "\xc0\xaf", "\xc3", "\xe2\x82", "\xe0\x80\xaf", "\xed\xa0\x80",
          "\xf4\x90\x80\x80", "\xff", "\xf8\x88\x80\x80\x80"}) {
        const OneFile s;
        s.write(std::string("\n\n// ") + broken);
        const std::string text = take_source(s.folder, "a.cu");
        CHECK(text.starts_with("\n\n// "));
        CHECK(text.size() >= 5 + 2);
        s.write(text);
        CHECK(take_source(s.folder, "a.cu") == text);
    }
}

TEST_CASE("a symbolic link is not followed") {
    for (const char* target : {"/etc/passwd", "/dev/zero", "/no/such/file", "a.cu"}) {
        const OneFile s;
        fs::create_symlink(target, s.folder / "a.cu");
        refuses(s, "a.cu is a link; hand in the file itself");
    }
}

TEST_CASE("a lab folder that is a link to somebody else's is not followed") {
    const OneFile s;
    s.write("int x;\n");
    const fs::path link = s.folder.string() + "-link";
    fs::create_directory_symlink(s.folder, link);
    CHECK_THROWS_WITH_AS(
        take_source(link, "a.cu"),
        (link.filename().string() + " is a link; hand in the folder itself").c_str(), FileError);
    fs::remove(link);
}

TEST_CASE("a folder that is not there has no file") {
    CHECK_THROWS_WITH_AS(take_source("/nonexistent", "a.cu"), "a.cu is missing", FileError);
}

TEST_CASE("a folder or a pipe is not waited for") {
    const OneFile s;
    fs::create_directory(s.folder / "a.cu");
    refuses(s, "a.cu is not a file");
    fs::remove(s.folder / "a.cu");
    REQUIRE(mkfifo((s.folder / "a.cu").c_str(), 0600) == 0);
    refuses(s, "a.cu is not a file");
}
