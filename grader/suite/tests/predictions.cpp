// Predictions as students write them, and as they should not.
#include "suite/predictions.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <fstream>
#include <random>

using namespace grader::suite;
namespace fs = std::filesystem;

namespace {

const std::string good_answers =
    "# before running\n[gather]\nlaunches = 1\nload_sectors = 67_712\nratio = 16.5\n"
    "\n[scatter]\natomics = \"\"\nothers = \"many\"\nlist = [1, 2]\n";

std::string complaint(const std::string& text, const std::string& table = "gather",
                      const std::string& key = "launches") {
    try {
        Predictions(text).at(table, key);
    } catch (const PredictionError& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("numbers are read by table and key") {
    const Predictions predictions(good_answers);
    CHECK(predictions.at("gather", "launches") == 1);
    CHECK(predictions.at("gather", "load_sectors") == 67712);
    CHECK(predictions.at("gather", "ratio") == 16.5);
}

TEST_CASE("every entry that is no number is named with what is wrong") {
    CHECK(complaint(good_answers, "reduce") == "predict.toml: there is no table [reduce]");
    CHECK(complaint(good_answers, "gather", "stores") ==
          "predict.toml: stores is missing in [gather]");
    CHECK(complaint(good_answers, "scatter", "atomics") ==
          "predict.toml: atomics in [scatter] is still empty: write a number");
    CHECK(complaint(good_answers, "scatter", "others") ==
          "predict.toml: others in [scatter] is no number: \"many\"");
    CHECK(complaint(good_answers, "scatter", "list").find("list in [scatter]") !=
          std::string::npos);
    CHECK(complaint("[gather]\nlaunches = nan\n") != "");
    CHECK(complaint("gather = 1\n") == "predict.toml: there is no table [gather]");
    CHECK(complaint("") == "predict.toml: there is no table [gather]");
}

TEST_CASE("a file that is no TOML has its line in the complaint, in one line") {
    CHECK(complaint("[gather]\nlaunches = \n").starts_with("predict.toml:2: "));
    CHECK(complaint("[gather]\nlaunches = 1\nlaunches = 2\n").starts_with("predict.toml:3: "));
    CHECK(complaint(std::string(20'000, '#')) == "predict.toml: longer than 16 KiB");
    const auto deep = complaint("a = " + std::string(5000, '['));
    CHECK(deep.starts_with("predict.toml:1: "));
    CHECK(deep.find('\n') == std::string::npos);
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
    CHECK(refused > 10'000);
}
