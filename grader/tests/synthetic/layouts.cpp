#include "tests/synthetic/layouts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "build/stage.hpp"
#include "skeleton/archive.hpp"

namespace synthetic {
namespace {

namespace fs = std::filesystem;
using grader::build::read_file;
using grader::build::write_file;
using grader::skeleton::Archive;

int number_of(const std::string& slug) {
    return std::stoi(slug.substr(0, 2));
}

/// Makes every student's bytes unique, so that nothing is built once for two students.
std::string signed_by(int number, const grader::classes::File& file) {
    const auto ending = fs::path(file.path).extension();
    const char* comment = ending == ".py" || ending == ".toml" ? "#" : "//";
    return fmt::format("{}\n{} student {}\n", file.content, comment, number);
}

std::string renamed(const std::string& name, const char* pattern) {
    const fs::path path(name);
    return fmt::format(fmt::runtime(pattern), path.stem().string(), path.extension().string());
}

std::string in_capitals(std::string name) {
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::toupper(c); });
    return name;
}

/// A path for each file.
std::string path_in(int layout, const std::string& slug, const std::string& name) {
    switch (layout) {
        case 0:
            return slug + "/" + name;
        case 1:
            return fmt::format("Lab {}/{}", number_of(slug), renamed(name, "{} (1){}"));
        case 2:
            return fmt::format("LAB_{:02}/{}", number_of(slug), in_capitals(name));
        case 3:
            return fmt::format("home/me/gpu course/labs/{}/{}", slug, name);
        case 4:
            return fmt::format("lab{} final/{}", number_of(slug), renamed(name, "Copy of {}{}"));
        default:
            return fmt::format("labs/{}/{}", slug, name);
    }
}

void write(const fs::path& file, const std::string& text) {
    fs::create_directories(file.parent_path());
    write_file(file, text);
}

/// Other files that come with the work from a student's machine.
void add_debris(const fs::path& folder) {
    write(folder / ".DS_Store", "\0\1");
    write(folder / "__MACOSX/labs/._a.cu", "x");
    write(folder / "build/CMakeCache.txt", "x");
    write(folder / "notes/report.pdf", "%PDF-1.4");
}

class Writer {
  public:
    Writer(int number, int layout, const std::vector<const Part*>& parts, fs::path downloads)
        : number_(number), layout_(layout), parts_(parts), downloads_(std::move(downloads)) {}

    std::string write_all() const {
        switch (layout_) {
            case 5:
                pack(downloads_ / fmt::format("student-{:04}.zip", number_), parts_);
                return fmt::format("student-{:04}", number_);
            case 6:
                pack(downloads_ / fmt::format("student-{:04}.tar.gz", number_), parts_);
                return fmt::format("student-{:04}", number_);
            case 7:  // named like Canvas downloads
                pack(downloads_ / fmt::format("student{0}_{0}_9{0}_work.zip", number_), parts_);
                return fmt::format("student{0}_{0}", number_);
            case 8:  // like Moodle, with an archive for each lab
                pack_each(downloads_ /
                          fmt::format("Student {0}_{0}_assignsubmission_file_", number_));
                return fmt::format("Student {0}_{0}", number_);
            default:
                return write_folder();
        }
    }

  private:
    std::string write_folder() const {
        const auto name = fmt::format("student-{:04}", number_);
        for (const auto* part : parts_)
            for (const auto& file : part->files)
                write(downloads_ / name / path_in(layout_, part->lab, file.path),
                      signed_by(number_, file));
        if (layout_ == 3) add_debris(downloads_ / name);
        return name;
    }

    void pack(const fs::path& archive, const std::vector<const Part*>& parts) const {
        fs::create_directories(archive.parent_path());
        Archive out(archive);
        for (const auto* part : parts)
            for (const auto& file : part->files)
                out.add(path_in(layout_, part->lab, file.path), signed_by(number_, file), false);
        out.finish();
    }

    void pack_each(const fs::path& folder) const {
        for (const auto* part : parts_)
            pack(folder / fmt::format("lab{:02}.zip", number_of(part->lab)), {part});
    }

    const int number_, layout_;
    const std::vector<const Part*>& parts_;
    const fs::path downloads_;
};

}  // namespace

std::string lay_out(int number, int layout, const std::vector<const Part*>& parts,
                    const fs::path& downloads) {
    return Writer(number, layout, parts, downloads).write_all();
}

std::string lay_out_broken(const fs::path& downloads) {
    const auto whole = downloads / "whole.zip";
    Archive out(whole);
    out.add("02-simple-gather/matvec.cu", std::string(5000, 'x'), false);
    out.finish();
    write_file(downloads / "student-broken.zip", read_file(whole).substr(0, 60));
    fs::remove(whole);
    return "student-broken";
}

std::string lay_out_nothing(const fs::path& downloads) {
    write(downloads / "student-nothing/sorry.txt", "I was ill");
    return "student-nothing";
}

}  // namespace synthetic
