// `grade predict` as a student at a terminal uses it.
#include "cli/predict.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <sstream>

#include "tests/text_has.hpp"

using namespace grader;
namespace fs = std::filesystem;

namespace {

constexpr const char* questions =
    "# What it will do.\n# Sizes: n\n\n[sum]\n# How many?\n#|  a figure\n# Look: at it.\nblocks = "
    "\"\"\n"
    "sectors = \"\"\n";

/// A kit with one lab that asks two questions.
class AskedLab {
  public:
    AskedLab() {
        fs::create_directories(folder());
        write("lab.toml",
              "title = \"Sums\"\neditable = [\"sum.cu\"]\nanswers = [\"predict.toml\"]\n");
        write("predict.toml", questions);
        fs::create_directories(kit_.originals(kit_.slugs.front()));
        for (const auto& [name, text] : {std::pair("predict.toml", questions), {"sum.cu", ""}})
            std::ofstream(kit_.originals(kit_.slugs.front()) / name) << text;
    }
    ~AskedLab() { fs::remove_all(kit_.source); }

    fs::path folder() const { return kit_.labs() / kit_.slugs.front(); }
    void write(const std::string& name, const std::string& text) const {
        std::ofstream(folder() / name) << text;
    }
    std::string file() const {
        std::ifstream in(folder() / "predict.toml");
        return {std::istreambuf_iterator<char>(in), {}};
    }
    std::string asked(const std::string& typed, bool again = false) const {
        std::istringstream in(typed);
        std::ostringstream out;
        cli::predict(kit_, "1", again, in, out);
        return out.str();
    }
    std::vector<std::string> open() const {
        return cli::open_questions(kit_, kit_.find("1"), folder());
    }
    std::vector<std::string> misread() const {
        return cli::misread_predictions({kit_.find("1")}, kit_.labs());
    }

  private:
    lab::Kit kit_{fs::temp_directory_path() / ("predict-command-" + std::to_string(getpid())),
                  "",
                  {"01-sums"}};
};

}  // namespace

TEST_CASE("each question is asked with its figure, and its answer is kept") {
    const AskedLab lab;
    const auto said = lab.asked("n\n75,000\n");
    CHECK(text_has(said, "[sum]  blocks  (1 of 2)\n  How many?\n      a figure\n"));
    CHECK(text_has(said, "a figure\n  Look: at it.\n  blocks = "));
    CHECK(text_has(said, "2 of 2 answered"));
    CHECK(text_has(lab.file(), "# Look: at it.\nblocks = \"n\"\nsectors = \"75,000\"\n"));
    CHECK(lab.open().empty());
}

TEST_CASE("an unreadable answer is reported at once and asked for again") {
    const AskedLab lab;
    const auto said = lab.asked("m\nn *\nn * 2\n");
    CHECK(text_has(said, "\"m\": m is not a size here; there are n\n  blocks = "));
    CHECK(text_has(said, "\"n *\": something is missing at its end\n  blocks = "));
    CHECK(text_has(lab.file(), "blocks = \"n * 2\"\nsectors = \"\"\n"));
    CHECK(text_has(said, "1 of 2 answered"));
}

TEST_CASE("an empty line leaves a question as it is, and the next call asks what is open") {
    const AskedLab lab;
    lab.asked("\n7\n");
    CHECK(text_has(lab.file(), "blocks = \"\"\nsectors = \"7\"\n"));
    CHECK(lab.open() == std::vector<std::string>{"sum"});
    const auto said = lab.asked("8\n");
    CHECK_FALSE(text_has(said, "sectors ="));
    CHECK(text_has(lab.file(), "blocks = \"8\"\nsectors = \"7\"\n"));
    CHECK(text_has(lab.asked("\n9\n", true), "so far 8; an empty line leaves it"));
    CHECK(text_has(lab.file(), "blocks = \"8\"\nsectors = \"9\"\n"));
}

TEST_CASE("questions stay open if the file is lost or an answer is malformed") {
    const AskedLab lab;
    const std::vector<std::string> open{"sum"};
    lab.write("predict.toml", "# Sizes: n\n[sum]\nblocks = 1\nsectors = \"?\"\n");
    CHECK(lab.open() == open);
    lab.write("predict.toml", "# Sizes: n\n[sums]\nblocks = 1\nsectors = 2\n");
    CHECK(lab.open() == open);
    fs::remove(lab.folder() / "predict.toml");
    CHECK(lab.open() == open);
}

TEST_CASE("questions that were deleted are put back, and asked") {
    const AskedLab lab;
    fs::remove(lab.folder() / "predict.toml");
    const auto said = lab.asked("n\n7\n");
    CHECK(text_has(said, "labs/01-sums/predict.toml was gone: here it is again"));
    CHECK(text_has(said, "2 of 2 answered"));
    CHECK(lab.open().empty());
}

TEST_CASE("what cannot be read is told with the lab's name") {
    const AskedLab lab;
    lab.write("predict.toml", "[sum]\nblocks: 4\nsectors = 7,0\n");
    CHECK(lab.misread().size() == 2);
    CHECK(lab.misread().front().starts_with("01-sums/predict.toml:2: "));
}
