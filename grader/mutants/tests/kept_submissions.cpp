#include "mutants/kept_submissions.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <unistd.h>

#include <fstream>
#include <iterator>

#include "lab/kit.hpp"

using namespace grader;
using namespace grader::mutants;
namespace fs = std::filesystem;

namespace {

// A solution of two files, with a list of submissions.
class Corpus {
  public:
    explicit Corpus(const std::string& list, const std::string& name = "wrong.toml")
        : folder_{fs::temp_directory_path() / ("kept-" + std::to_string(getpid()))},
          list_{folder_ / name} {
        fs::create_directories(folder_ / "laid");
        write("a.cu", "int i = 0;\nint j = 0;\nreturn i + j;\n");
        write("predict.toml", "answer = 7\n");
        write(list_, list);
        lab_.editable = {"a.cu"};
        lab_.answers = {"predict.toml"};
    }
    ~Corpus() { fs::remove_all(folder_); }

    void write(const fs::path& file, const std::string& text) const {
        fs::create_directories((folder_ / file).parent_path());
        std::ofstream(folder_ / file) << text;
    }
    std::string laid(const std::string& file) const {
        std::ifstream in(folder_ / "laid" / file);
        return {std::istreambuf_iterator<char>(in), {}};
    }
    bool has_laid(const std::string& file) const { return fs::exists(folder_ / "laid" / file); }
    const fs::path& list() const { return list_; }
    std::vector<KeptSubmission> read() const { return kept_submissions(list_, lab_); }
    /// Writes the first submission; returns what is wrong with it, without the folder's name.
    std::string fault() const {
        try {
            lay(read().front(), list_, lab_, folder_, folder_ / "laid");
        } catch (const KeptSubmissionError& error) {
            return std::string(error.what()).substr(folder_.string().size() + 1);
        }
        return "";
    }

  private:
    fs::path folder_, list_;
    lab::Lab lab_;
};

std::string list_with(const std::string& rest) {
    return "[x]\nwhy = 'w'\ncase = 'c'\n" + rest;
}

}  // namespace

TEST_CASE("edits are made in the solution's text, whatever their order") {
    const Corpus corpus(
        list_with("edits = [['i + j', 'i'], ['int i = 0', 'int i = 1'],\n"
                  "         ['predict.toml', '7', '8']]"));
    CHECK(corpus.fault() == "");
    CHECK(corpus.laid("a.cu") == "int i = 1;\nint j = 0;\nreturn i;\n");
    CHECK(corpus.laid("predict.toml") == "answer = 8\n");
}

TEST_CASE("an entry without edits has files of its own") {
    const Corpus corpus(list_with("finding = 'race'"));
    CHECK(corpus.fault() == "wrong.toml: [x] has no edits, and no files in wrong/x");
    corpus.write("wrong/x/a.cu", "mine");
    CHECK(corpus.fault() == "");
    CHECK(corpus.laid("a.cu") == "mine");
    CHECK(corpus.laid("predict.toml") == "answer = 7\n");  // the solution's, if it has none
}

TEST_CASE("edits of a submission with files of its own are edits of these") {
    const Corpus corpus(list_with("edits = [['mine', 'yours'], ['predict.toml', '7', '8']]"));
    corpus.write("wrong/x/a.cu", "mine");
    CHECK(corpus.fault() == "");
    CHECK(corpus.laid("a.cu") == "yours");
    CHECK(corpus.laid("predict.toml") == "answer = 8\n");
}

TEST_CASE("a right submission announces nothing") {
    const std::string edit = "edits = [['i + j', 'j + i']]";
    const Corpus corpus("[x]\nwhy = 'w'\n" + edit, "right.toml");
    CHECK(corpus.fault() == "");
    CHECK(corpus.laid("a.cu") == "int i = 0;\nint j = 0;\nreturn j + i;\n");
    for (const char* announced : {"case = 'c'", "finding = 'race'", "most = 3"})
        CHECK(
            Corpus(fmt::format("[x]\nwhy = 'w'\n{}\n{}", announced, edit), "right.toml").fault() ==
            "right.toml: [x] is right, and gets full marks");
}

TEST_CASE("a file that is left out is not taken from the solution") {
    const Corpus corpus(list_with("without = ['predict.toml']"));
    CHECK(corpus.fault() == "");
    CHECK(corpus.laid("a.cu") == "int i = 0;\nint j = 0;\nreturn i + j;\n");
    CHECK_FALSE(corpus.has_laid("predict.toml"));
    CHECK(Corpus(list_with("without = ['b.cu']")).fault() ==
          "wrong.toml: [x] b.cu is not a file that a submission has");
}

TEST_CASE("edits may be of another submission's files") {
    const Corpus corpus(
        list_with("of = 'y'\nedits = [['mine', 'yours'], ['predict.toml', '7', '8']]"));
    CHECK(corpus.fault() == "wrong.toml: [x] has no files in wrong/y");
    corpus.write("wrong/y/a.cu", "mine");
    CHECK(corpus.fault() == "");
    CHECK(corpus.laid("a.cu") == "yours");
    CHECK(corpus.laid("predict.toml") == "answer = 8\n");
    CHECK(Corpus(list_with("of = 'y'")).fault() == "wrong.toml: [x] has an of, but no edits");
}

TEST_CASE("an edit that the solution does not allow is named") {
    CHECK(Corpus(list_with("edits = [['k = 0', '']]")).fault() ==
          "wrong.toml: [x] 'k = 0' does not stand in a.cu");
    CHECK(Corpus(list_with("edits = [['= 0', '= 1']]")).fault() ==
          "wrong.toml: [x] '= 0' stands more than once in a.cu");
    CHECK(Corpus(list_with("edits = [['', 'x']]")).fault() ==
          "wrong.toml: [x] '' does not stand in a.cu");
    CHECK(Corpus(list_with("edits = [['int i = 0', ''], ['i = 0;', '']]")).fault() ==
          "wrong.toml: [x] 'int i = 0' overlaps another edit of a.cu");
}

TEST_CASE("a hostile submission has the most that it may get, in all or in some cases") {
    const Corpus corpus("[x]\nwhy = 'idea'\nmost = 12.5\nin = 'rung 2'\nedits = [['i + j', 'i']]");
    CHECK(corpus.fault() == "");
    CHECK(corpus.read().front().most == 12.5);
    CHECK(corpus.read().front().cases == "rung 2");
    CHECK(Corpus("[x]\nwhy = 'w'\nmost = 'all'").fault() ==
          "wrong.toml: [x] most is not a number of points");
}

TEST_CASE("a list that is none is told in one line") {
    CHECK(Corpus(list_with("says = 3")).fault() == "wrong.toml: [x] says is not a text");
    CHECK(Corpus(list_with("word = ''")).fault() == "wrong.toml: [x] has an unknown key, word");
    CHECK(Corpus(list_with("edits = [['a']]")).fault() ==
          "wrong.toml: [x] an edit is two texts, or the name of a file and two texts");
    CHECK(Corpus(list_with("edits = [['b.cu', 'a', 'b']]")).fault() ==
          "wrong.toml: [x] b.cu is not a file that a submission has");
    CHECK(Corpus("[x]\ncase = 'c'").fault() == "wrong.toml: [x] has no why");
    CHECK(Corpus("[x]\nwhy = 'c'").fault() == "wrong.toml: [x] names neither a finding nor a case");
    CHECK(Corpus("why = 'c'").fault() == "wrong.toml: why stands outside of a [submission]");
    CHECK(Corpus("[x\n").fault().starts_with("wrong.toml:1: "));
}

TEST_CASE("what an attempt may get on a device is more than what it may get on the simulator") {
    const std::string edit = "edits = [['return', 'throw']]\n";
    const auto fault = [&](const std::string& most) {
        return Corpus("[x]\nwhy = 'w'\n" + most + edit, "hostile.toml").fault();
    };
    CHECK(fault("most = 5\nmost_on_device = 6\n").empty());
    CHECK(fault("most = 5\nmost_on_device = 5\n") ==
          "hostile.toml: [x] has a most_on_device that is not more than its most");
}

TEST_CASE("the causes that submissions share have a name and words each") {
    const auto causes = shared_causes(lab::this_kit().submissions() / "causes.toml");
    CHECK(causes.size() > 100);
    CHECK(causes.contains("columns-missing"));
    const Corpus twice("last-lane = 'a'\nlast-lane = 'b'\n", "causes.toml");
    CHECK_THROWS_AS(shared_causes(twice.list()), KeptSubmissionError);
    const Corpus empty("last-lane = ''\n", "causes.toml");
    CHECK_THROWS_AS(shared_causes(empty.list()), KeptSubmissionError);
}
