// What a list of equivalent mutants may contain, and that it cannot become outdated.
#include "mutants/equivalents.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <fstream>

#include "tests/text_has.hpp"

using namespace grader::mutants;
namespace fs = std::filesystem;

namespace {

const std::vector<Mutant> listed{
    {"change-constant", "a.cu", 3, "int t = 1;", "int t = 2;", 1, ""},
    {"change-constant", "a.cu", 9, "int t = 1;", "int t = 2;", 2, ""},
};

const std::string entry =
    "[[equivalent]]\noperator = \"change-constant\"\nfile = \"a.cu\"\n"
    "line = \"int t = 1;\"\nbecomes = \"int t = 2;\"\n";

struct List {
    fs::path path =
        fs::temp_directory_path() / ("equivalent-" + std::to_string(getpid()) + ".toml");
    explicit List(const std::string& text) { std::ofstream(path) << text; }
    ~List() { fs::remove(path); }
};

std::string refusal_of(const std::string& text) {
    const List list(text);
    try {
        Equivalents(list.path, listed);
    } catch (const MutantsError& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("an entry without an occurrence stands for all mutants alike, one with it for one") {
    const List all(entry + "why = \"w\"\n");
    for (const auto& mutant : listed) CHECK(Equivalents(all.path, listed).entry_of(mutant));
    const List second(entry + "why = \"w\"\noccurrence = 2\n");
    const Equivalents equivalents(second.path, listed);
    CHECK_FALSE(equivalents.entry_of(listed[0]));
    REQUIRE(equivalents.entry_of(listed[1]));
    CHECK(equivalents.entry_of(listed[1])->why == "w");
}

TEST_CASE("an entry with any stands for all mutants of its line, and no others") {
    const List list(
        "[[equivalent]]\nfile = \"a.cu\"\nline = \"int t = 1;\"\nany = true\nwhy = \"w\"\n");
    const Equivalents equivalents(list.path, listed);
    REQUIRE(equivalents.entry_of({"drop-statement", "a.cu", 3, "int t = 1;", ";", 1, ""}));
    CHECK(equivalents.entry_of(listed[0])->any);
    CHECK_FALSE(equivalents.entry_of({"drop-statement", "b.cu", 3, "int t = 1;", ";", 1, ""}));
    CHECK_FALSE(equivalents.entry_of({"drop-statement", "a.cu", 4, "int u = 1;", ";", 1, ""}));
}

TEST_CASE("a lab without a list has no equivalent mutants") {
    CHECK_FALSE(Equivalents("/no/such/equivalent.toml", listed).entry_of(listed[0]));
}

TEST_CASE("an entry that names no mutant is stale, and an error") {
    CHECK(text_has(refusal_of(entry + "why = \"w\"\noccurrence = 3\n"), ":1: stale"));
    CHECK(text_has(refusal_of("\n[[equivalent]]\noperator = \"change-constant\"\nfile = \"a.cu\"\n"
                              "line = \"int t = 1;\"\nbecomes = \"int t = 3;\"\nwhy = \"w\"\n"),
                   ":2: stale"));
}

TEST_CASE("a list that is not as it should be is refused with the line") {
    CHECK(text_has(refusal_of(entry), ":1: an entry has"));
    CHECK(text_has(refusal_of(entry + "why = \"w\"\nany = true\n"), ":1: an entry has operator"));
    CHECK(text_has(refusal_of("[[equivalent]]\nfile = \"a.cu\"\nline = \"x\"\nwhy = \"w\"\n"),
                   ":1: an entry has operator"));
    CHECK(text_has(refusal_of(entry + "why = 3\n"), ":6: 'why'"));
    CHECK(text_has(refusal_of(entry + "why = \"w\"\nwho = \"I\"\n"), ":7: 'who'"));
    CHECK(text_has(refusal_of(entry + "why = \"w\"\noccurrence = \"2\"\n"), ":7: 'occurrence'"));
    CHECK(text_has(refusal_of("[equivalent]\n"), ":1: not an [[equivalent]]"));
    CHECK(text_has(refusal_of("equivalent = [1]\n"), ":1: not an [[equivalent]]"));
    CHECK(text_has(refusal_of("[[equivalents]]\n"), ": not an [[equivalent]]"));
    CHECK(text_has(refusal_of("[[equivalent\n"), ":1: "));
}
