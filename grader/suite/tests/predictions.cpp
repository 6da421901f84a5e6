// Predictions as students write them, and invalid ones.
#include "suite/predictions.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <fstream>
#include <random>
#include <set>

using namespace grader::suite;
namespace fs = std::filesystem;

namespace {

const std::string good_answers =
    "# before running\n# Sizes: n, m\n\n[gather]\n# How many?\n#| a figure\n# Look: here,\n# and "
    "there.\n"
    "launches = 1\nload_sectors = 67_712\nratio = 16.5\nformula = n * m / 8 + n  # why\n"
    "\n[scatter]\natomics = \"\"\nothers = \"many\"\nlist = [1, 2]\n";

std::string complaint(const std::string& text, const std::string& table = "gather",
                      const std::string& key = "launches") {
    try {
        Predictions(text).at(table, key).at({{"n", 8}, {"m", 16}});
    } catch (const PredictionError& error) {
        return error.what();
    } catch (const FormulaError& error) {
        return error.what();
    }
    return "";
}

double value(const std::string& answer) {
    return Predictions("[f]\nx = " + answer + "\n").at("f", "x").at({{"n", 8}, {"m", 16}});
}

}  // namespace

TEST_CASE("numbers and formulas are read by table and key") {
    const Predictions predictions(good_answers);
    CHECK(predictions.at("gather", "launches").at({}) == 1);
    CHECK(predictions.at("gather", "load_sectors").at({}) == 67712);
    CHECK(predictions.at("gather", "ratio").at({}) == 16.5);
    CHECK(predictions.at("gather", "formula").at({{"n", 8}, {"m", 16}}) == 24);
    CHECK(predictions.at("gather", "formula").names() == std::set<std::string>{"n", "m"});
}

TEST_CASE("an answer may have quotes and separators, or none") {
    for (const char* text :
         {"75000", "75,000", "75_000", "75'000", "75 000", "\"75000\"", "\"75,000\"", "'75_000'",
          "  75000  # lines", "7.5e4", "75000.0", "\"75,000\" # lines"})
        CHECK_MESSAGE(value(text) == 75000, text);
    CHECK(value("1,200,000") == 1200000);
    CHECK(value("2e-6 * n + 5e+1 - 1e1") == 40 + 2e-6 * 8);
}

TEST_CASE("formulas follow the rules of arithmetic") {
    CHECK(value("n + m * 2") == 40);
    CHECK(value("(n + m) * 2") == 48);
    CHECK(value("-n + m") == 8);
    CHECK(value("m - n - 2") == 6);
    CHECK(value("2 ^ 3 ^ 2") == 512);
    CHECK(value("ceil(m / 3) + floor(n / 3)") == 8);
    CHECK(value("log2(n) * max(n, m) + min(1, 2)") == 49);
    CHECK(value("min(4,128)") == 4);
}

TEST_CASE("a formula that cannot be read says where") {
    CHECK(complaint("[gather]\nlaunches = n *\n") ==
          "predict.toml:2: launches in [gather]: \"n *\": something is missing at its end");
    CHECK(complaint("[gather]\nlaunches = 75.0.0\n").find("not understood from '.0'") !=
          std::string::npos);
    CHECK(complaint("[gather]\nlaunches = k\n") == "k is not a size here; there are m, n");
    CHECK(complaint("[gather]\nlaunches = 1 / (n - 8)\n") == "has no finite value");
    CHECK(complaint("[gather]\nlaunches = " + std::string(100, '(') + "\n").find("parentheses") !=
          std::string::npos);
    CHECK(complaint("[gather]\nlaunches = " + std::string(150, '-') + "1\n").find("signs") !=
          std::string::npos);
}

TEST_CASE("one wrong line does not affect the others") {
    const std::string text = "[gather]\nblocks: 4\nlaunches = 7,5,0\nsectors = 9\nsectors = 8\n";
    const Predictions predictions(text);
    CHECK(predictions.at("gather", "sectors").at({}) == 9);
    CHECK(predictions.complaints() ==
          std::vector<std::string>{
              "predict.toml:2: \"blocks: 4\" is not a line of the form name = answer",
              "predict.toml:3: launches in [gather]: \"7,5,0\": not understood from ',5,0' on",
              "predict.toml:5: sectors in [gather] stands in line 4 already"});
    CHECK(complaint(text, "gather", "blocks") ==
          "predict.toml:2: \"blocks: 4\" is not a line of the form name = answer");
}

TEST_CASE("a question is the comments above its key, and where to look") {
    const Predictions predictions(good_answers);
    CHECK(predictions.heading() == std::vector<std::string>{"before running"});
    CHECK(predictions.sizes() == std::vector<std::string>{"n", "m"});
    const Question& first = predictions.questions().front();
    CHECK(first.words == std::vector<std::string>{"How many?", "| a figure"});
    CHECK(first.look == "here, and there.");
    CHECK(predictions.questions()[1].words.empty());
}

TEST_CASE("what cannot be understood is no answer") {
    const Predictions asked("# Sizes: n\n[f]\na = \"1\"\nb = \"n\"\n\n[g]\na = \"2\"\n");
    const auto all_of_f = [&](const std::string& text) {
        return Predictions(text).answer_all(asked, "f");
    };
    CHECK(all_of_f("[f]\na = 7\nb = n * 8\n"));
    CHECK_FALSE(all_of_f("[f]\na = 7\nb = \"\"\n"));
    CHECK_FALSE(all_of_f("[f]\na = 7\nb = \"?\"\n"));
    CHECK_FALSE(all_of_f("[f]\na = 7\nb = \"k\"\n"));
    CHECK_FALSE(all_of_f("# Sizes: n, k\n[f]\na = 7\nb = k\n"));
    CHECK_FALSE(all_of_f("[f]\na = 7\nB = 8\n"));
    CHECK_FALSE(all_of_f("[F]\na = 7\nb = 8\n"));
    CHECK_FALSE(all_of_f(""));
}

TEST_CASE("an answer is inserted without changing the rest of the file") {
    const Predictions predictions(good_answers);
    const std::string text =
        with_answer(good_answers, *predictions.find("scatter", "atomics"), "n * m");
    const Predictions after(text);
    CHECK(after.at("scatter", "atomics").at({{"n", 2}, {"m", 3}}) == 6);
    CHECK(text.find("# How many?\n#| a figure\n") != std::string::npos);
    CHECK(after.questions().size() == predictions.questions().size());
}

TEST_CASE("every entry that is no number is named with what is wrong") {
    CHECK(complaint(good_answers, "reduce") == "predict.toml: there is no table [reduce]");
    CHECK(complaint(good_answers, "gather", "stores") ==
          "predict.toml: stores is missing in [gather]");
    CHECK(complaint(good_answers, "scatter", "atomics") ==
          "predict.toml: atomics in [scatter] is still open");
    CHECK(complaint(good_answers, "scatter", "others") ==
          "many is not a size here; there are m, n");
    CHECK(complaint(good_answers, "scatter", "list").find("list in [scatter]") !=
          std::string::npos);
    CHECK(complaint("[gather]\nlaunches = nan\n") != "");
    CHECK(complaint("gather = 1\n") == "predict.toml: there is no table [gather]");
    CHECK(complaint("") == "predict.toml: there is no table [gather]");
    CHECK(complaint(std::string(20'000, '#')) == "predict.toml: longer than 16 KiB");
}

TEST_CASE("a folder without the file says so") {
    CHECK_THROWS_WITH_AS(Predictions::of("/nonexistent"), "predict.toml is missing",
                         PredictionError);
    const auto folder = fs::temp_directory_path() / ("predict-test-" + std::to_string(getpid()));
    fs::create_directory(folder);
    std::ofstream(folder / "predict.toml") << "";
    CHECK_THROWS_WITH_AS(Predictions::of(folder), "predict.toml is empty", PredictionError);
    fs::remove_all(folder);
}

TEST_CASE("any bytes are read or refused, never worse") {
    std::mt19937 random(1);
    int refused = 0;
    for (int round = 0; round < 20'000; ++round) {
        std::string text = good_answers;
        for (int i = 0; i < 3; ++i) {
            const auto at = random() % text.size();
            switch (random() % 3) {
                case 0:
                    text[at] = static_cast<char>(random());
                    break;
                case 1:
                    text.erase(at, random() % 5);
                    break;
                default:
                    text.insert(at, 1, "[]{}\"'=.#\n,\\"[random() % 12]);
            }
        }
        const auto said = complaint(text, "scatter", "others");
        refused += !said.empty();
        CHECK(said.find('\n') == std::string::npos);
        CHECK(said.size() < 300);
    }
    CHECK(refused > 1'000);
}
