// Hostile and broken archives, made with libarchive, and folders with links.
#include "class/files.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>

#include "build/stage.hpp"
#include "class/unpack.hpp"
#include "lab/kit.hpp"

namespace files_tests {

using namespace grader::classes;

namespace {

namespace fs = std::filesystem;
using grader::sandbox::Sandbox;

const grader::lab::Kit kit = grader::lab::this_kit();

/// An archive being made; the extension of its name selects the format.
class Made {
  public:
    explicit Made(fs::path file) : archive_(archive_write_new()) {
        archive_write_set_format_filter_by_ext(archive_, file.c_str());
        archive_write_open_filename(archive_, file.c_str());
    }
    ~Made() { archive_write_free(archive_); }

    Made& add(const std::string& name, const std::string& content, unsigned type = AE_IFREG,
              const char* target = nullptr) {
        auto* entry = archive_entry_new();
        archive_entry_set_pathname(entry, name.c_str());
        archive_entry_set_filetype(entry, type);
        archive_entry_set_perm(entry, 0644);
        if (target && type == AE_IFLNK) archive_entry_set_symlink(entry, target);
        if (target && type == AE_IFREG) archive_entry_set_hardlink(entry, target);
        archive_entry_set_size(entry, static_cast<la_int64_t>(content.size()));
        archive_write_header(archive_, entry);
        archive_write_data(archive_, content.data(), content.size());
        archive_entry_free(entry);
        return *this;
    }

  private:
    archive* archive_;
};

struct Folder {
    grader::build::Stage stage{fs::temp_directory_path()};
    fs::path path(const std::string& name) const { return stage.root() / name; }
    Upload read(const std::vector<fs::path>& paths) const {
        return read_upload({"ada", paths}, Sandbox::best());
    }
};

std::vector<std::string> words_of(const std::vector<Trouble>& troubles) {
    std::vector<std::string> words;
    for (const auto& trouble : troubles) words.push_back(trouble.words());
    return words;
}

std::string read_back(const fs::path& path) {
    return grader::build::read_file(path);
}

}  // namespace

TEST_CASE("files of archives are read under the names they have there, whatever these are") {
    for (const char* name : {"a.zip", "a.tar.gz", "a.tar"}) {
        CAPTURE(name);
        const Folder folder;
        Made(folder.path(name))
            .add("../../escaped.cu", "up")
            .add("/absolute.cu", "root")
            .add("a\x1b[2J\nb.cu", "control")
            .add("picture.png", "not wanted")
            .add("./here.cu", "as tar names it")
            .add("__MACOSX/._a.cu", "debris")
            .add("./.git/a.cu", "debris");
        const auto upload = folder.read({folder.path(name)});
        CHECK(upload.troubles.empty());
        REQUIRE(upload.files.size() == 4);
        for (const auto& file : upload.files)
            CHECK(file.path.find_first_of("\x1b\n") == std::string::npos);
        CHECK_FALSE(fs::exists(folder.path("../../escaped.cu")));
        CHECK_FALSE(fs::exists("/absolute.cu"));
    }
}

TEST_CASE("links in an archive or a folder are not followed") {
    const Folder folder;
    Made(folder.path("a.tar"))
        .add("link.cu", "", AE_IFLNK, "/etc/passwd")
        .add("hard.cu", "", AE_IFREG, "/etc/passwd")
        .add("libwork.so", "", AE_IFLNK, "libwork.so.1");
    const auto packed = folder.read({folder.path("a.tar")});
    CHECK(packed.files.empty());
    CHECK(words_of(packed.troubles) ==
          std::vector<std::string>{"a.tar/link.cu is a link, which is not followed",
                                   "a.tar/hard.cu is a link, which is not followed"});
    CHECK(packed.others == std::vector<std::string>{"a.tar/libwork.so"});
    fs::create_directory(folder.path("ada"));
    fs::create_symlink("/etc/passwd", folder.path("ada/matvec.cu"));
    fs::create_directory_symlink("/etc", folder.path("ada/lab"));
    const auto upload = folder.read({folder.path("ada")});
    CHECK(upload.files.empty());
    CHECK(upload.troubles.size() == 2);
}

TEST_CASE("an archive without a byte, as a broken upload leaves it, is empty") {
    const Folder folder;
    std::ofstream(folder.path("ada.zip")).flush();
    CHECK(words_of(folder.read({folder.path("ada.zip")}).troubles) ==
          std::vector<std::string>{"ada.zip is empty"});
}

TEST_CASE("a bomb is given up") {
    const Folder folder;
    Made(folder.path("bomb.zip")).add("matvec.cu", std::string(40u << 20, 'x'));
    const auto upload = folder.read({folder.path("bomb.zip")});
    REQUIRE(upload.troubles.size() == 1);
    CHECK(upload.troubles[0].words() == "bomb.zip cannot be unpacked: matvec.cu is too large");
    {
        Made many(folder.path("many.tar.gz"));
        for (int i = 0; i < 20'100; ++i) many.add(std::to_string(i) + ".png", "");
    }
    CHECK(words_of(folder.read({folder.path("many.tar.gz")}).troubles) ==
          std::vector<std::string>{"many.tar.gz cannot be unpacked: it holds too many files"});
}

TEST_CASE("files left out of a long list are counted") {
    const Folder folder;
    {
        Made many(folder.path("many.zip"));
        for (int i = 0; i < 1'234; ++i) many.add(std::to_string(i) + ".png", "");
    }
    const auto others = folder.read({folder.path("many.zip")}).others;
    CHECK(others.size() == 1'001);
    CHECK(std::ranges::count(others, "many.zip/(and 234 files more)") == 1);
}

TEST_CASE("a folder whose name comes from macOS is that of the student in the list") {
    const Folder folder;
    fs::create_directories(folder.path("class/Zoe\u0308"));
    const auto students = entries_of(folder.path("class"), "").students;
    REQUIRE(students.size() == 1);
    CHECK(students[0].student == "Zo\u00eb");
}

TEST_CASE("an archive that ends in the middle is trouble, and what came before it is there") {
    const Folder folder;
    Made(folder.path("whole.tar")).add("matvec.cu", "x").add("reduce.cu", std::string(99'999, 'y'));
    std::ofstream(folder.path("half.tar"), std::ios::binary)
        << read_back(folder.path("whole.tar")).substr(0, 20'000);
    const auto upload = folder.read({folder.path("half.tar")});
    CHECK(upload.troubles.size() == 1);
    REQUIRE(upload.files.size() == 1);
    CHECK(upload.files[0] == File{"half.tar/matvec.cu", "x"});
}

TEST_CASE("an archive in a folder or in an archive is unpacked, one in that is not") {
    const Folder folder;
    Made(folder.path("third.zip")).add("matvec.cu", "x");
    Made(folder.path("second.zip")).add("third.zip", read_back(folder.path("third.zip")));
    fs::create_directory(folder.path("ada"));
    Made(folder.path("ada/first.zip"))
        .add("second.zip", read_back(folder.path("second.zip")))
        .add("third.zip", read_back(folder.path("third.zip")));
    const auto upload = folder.read({folder.path("ada")});
    CHECK(upload.files == std::vector<File>{{"first.zip/third.zip/matvec.cu", "x"}});
    CHECK(upload.troubles.size() == 1);
}

TEST_CASE("files with another ending are listed, and unsupported archives are an error") {
    const Folder folder;
    fs::create_directory(folder.path("ada"));
    for (const char* name : {"ada/scalar.cpp", "ada/scalar.cu.gz", "ada/.hidden", "bob.rar"})
        std::ofstream(folder.path(name)) << "x";
    Made(folder.path("ada/a.zip")).add("notes.pdf", "x").add("matvec.cu", "y");
    const auto upload = folder.read({folder.path("ada")});
    CHECK(upload.others ==
          std::vector<std::string>{"a.zip/notes.pdf", "scalar.cpp", "scalar.cu.gz"});
    CHECK(upload.files == std::vector<File>{{"a.zip/matvec.cu", "y"}});
    CHECK(words_of(upload.troubles) ==
          std::vector<std::string>{"scalar.cu.gz is packed in a way that is not read: .zip, .7z "
                                   "and .tar.gz are"});
    const auto entries = entries_of(folder.stage.root(), "/nowhere");
    REQUIRE(entries.students.size() == 2);
    CHECK(entries.students[1].student == "bob");
    CHECK(folder.read(entries.students[1].paths).troubles.size() == 1);
}

TEST_CASE("two names that are not UTF-8 stay two students") {
    const Folder folder;
    for (const char* name : {"J\xf6rg", "J\xe4rg", "Jürg"}) fs::create_directory(folder.path(name));
    std::vector<std::string> names;
    for (const auto& entry : entries_of(folder.stage.root(), "/nowhere").students)
        names.push_back(entry.student);
    CHECK(names == std::vector<std::string>{"J%E4rg", "J%F6rg", "Jürg"});
}

TEST_CASE("the unpacker's output is parsed strictly") {
    CHECK(read_unpacked("F 1 2\nabcE\n").files == std::vector<File>{{"a", "bc"}});
    for (const char* words :
         {"", "F 1 2\nab", "N 5\nab", "F 9999999999999999999999 1\n", "F -1 0\nE\n", "X\n"})
        CHECK(read_unpacked(words).trouble == "it ends in the middle");
}

TEST_CASE("students are folders and archives; a folder and an archive of one name are one's") {
    const Folder folder;
    for (const char* name : {"ada", "bob", ".git", "__MACOSX"})
        fs::create_directory(folder.path(name));
    Made(folder.path("ada.zip")).add("matvec.cu", "x");
    std::ofstream(folder.path("notes.txt")) << "n";
    const auto entries = entries_of(folder.stage.root(), folder.path("bob"));
    REQUIRE(entries.students.size() == 1);
    CHECK(entries.students[0].student == "ada");
    CHECK(entries.students[0].paths.size() == 2);
    CHECK(entries.others == std::vector<std::string>{"notes.txt"});
}

TEST_CASE("a download of Canvas' is loose files, one of Moodle's is folders, with numbers") {
    Folder folder;
    for (const char* name :
         {"lovelaceada_123_4567_matvec.cu", "lovelaceada_LATE_123_4568_predict.toml",
          "hopper_9_1_all.zip", "notes.txt"})
        std::ofstream(folder.path(name)) << "x";
    fs::create_directory(folder.path("Ada King_77_assignsubmission_file_"));
    const auto entries = entries_of(folder.stage.root(), "/nowhere");
    std::vector<std::string> names;
    for (const auto& entry : entries.students) names.push_back(entry.student);
    CHECK(names == std::vector<std::string>{"Ada King_77", "hopper_9", "lovelaceada_123"});
    CHECK(entries.students[2].paths.size() == 2);
    CHECK(entries.others == std::vector<std::string>{"notes.txt"});
}

}  // namespace files_tests
