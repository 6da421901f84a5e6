// Matrix Market files: which are read, and the message for each kind of damage. No bytes may have
// any other effect.
#include "program/matrix_market.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>

using namespace runner;

namespace {

const std::string general = "%%MatrixMarket matrix coordinate real general\n";

std::string refusal(const std::string& text) {
    try {
        read_matrix_market(text);
    } catch (const MatrixMarketError& error) {
        return error.what();
    }
    return "";
}

/// The matrix in dense form; entries that occur twice are added.
std::vector<std::vector<float>> dense(const Csr& A) {
    std::vector<std::vector<float>> rows(static_cast<std::size_t>(A.rows),
                                         std::vector<float>(static_cast<std::size_t>(A.columns)));
    for (std::size_t i = 0; i < rows.size(); ++i)
        for (auto k = static_cast<std::size_t>(A.row_start[i]);
             k < static_cast<std::size_t>(A.row_start[i + 1]); ++k)
            rows[i][static_cast<std::size_t>(A.column[k])] += A.value[k];
    return rows;
}

using Rows = std::vector<std::vector<float>>;

/// The guarantees of the parser for every matrix that it accepts.
void check_is_sound(const Csr& A) {
    REQUIRE(A.row_start.size() == static_cast<std::size_t>(A.rows) + 1);
    CHECK(A.row_start.front() == 0);
    CHECK(std::ranges::is_sorted(A.row_start));
    CHECK(A.column.size() == static_cast<std::size_t>(A.nonzeros()));
    CHECK(A.value.size() == A.column.size());
    CHECK(std::ranges::all_of(A.column, [&](int j) { return j >= 0 && j < A.columns; }));
    CHECK(std::ranges::all_of(A.value, [](float v) { return v - v == 0; }));
}

}  // namespace

TEST_CASE("a real general matrix, with comments and blank lines, in any order") {
    const Csr A = read_matrix_market(general +
                                     "% a comment\n%\n\n  3 4   4 \n3 1 -2.5e-1\n\n1 4 +7\n1 2 1\n"
                                     "\t3 4 .5\n\n");
    CHECK(dense(A) == Rows{{0, 1, 0, 7}, {0, 0, 0, 0}, {-0.25, 0, 0, 0.5}});
    CHECK(A.column == std::vector<int>{3, 1, 0, 3});
}

TEST_CASE("integers, patterns, and words in capitals") {
    CHECK(dense(read_matrix_market(
              "%%MatrixMarket MATRIX Coordinate Integer GENERAL\n1 2 2\n1 1 -16777216\n1 2 +3")) ==
          Rows{{-16777216, 3}});
    CHECK(dense(read_matrix_market(
              "%%MatrixMarket matrix coordinate pattern general\n2 2 2\n1 2\n2 1\n")) ==
          Rows{{0, 1}, {1, 0}});
}

TEST_CASE("the other triangle is added") {
    CHECK(dense(read_matrix_market(
              "%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n1 1 5\n2 1 3\n")) ==
          Rows{{5, 3}, {3, 0}});
    CHECK(dense(read_matrix_market(
              "%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n2 1 3\n")) ==
          Rows{{0, -3}, {3, 0}});
    CHECK(dense(read_matrix_market(
              "%%MatrixMarket matrix coordinate pattern symmetric\n2 2 1\n2 1\n")) ==
          Rows{{0, 1}, {1, 0}});
}

TEST_CASE("an entry that stands twice counts twice") {
    const Csr A = read_matrix_market(general + "1 2 3\n1 2 1\n1 1 4\n1 2 10\n");
    CHECK(A.nonzeros() == 3);
    CHECK(dense(A) == Rows{{4, 11}});
}

TEST_CASE("no entries, lines that end as on Windows, no end of the last line") {
    CHECK(read_matrix_market(general + "5 7 0\n").nonzeros() == 0);
    CHECK(read_matrix_market("%%MatrixMarket matrix coordinate real general\r\n1 1 1\r\n1 1 2")
              .value == std::vector<float>{2});
}

TEST_CASE("each kind of damage is told with its line") {
    CHECK(refusal("") == "line 1: a Matrix Market file begins with %%MatrixMarket");
    CHECK(refusal("1 1 1\n1 1 1\n") == "line 1: a Matrix Market file begins with %%MatrixMarket");
    CHECK(refusal("%%MatrixMarket matrix\n").starts_with("line 1: the banner is "));
    CHECK(
        refusal("%%MatrixMarket vector coordinate real general\n").starts_with("line 1: holds a"));
    CHECK(refusal("%%MatrixMarket matrix array real general\n")
              .starts_with("line 1: the format is 'array'; only coordinate"));
    CHECK(refusal("%%MatrixMarket matrix coordinate complex general\n")
              .starts_with("line 1: entries are 'complex'; only real"));
    CHECK(refusal("%%MatrixMarket matrix coordinate real hermitian\n")
              .starts_with("line 1: the matrix is 'hermitian'; only general"));
    CHECK(refusal("%%MatrixMarket matrix coordinate pattern skew-symmetric\n1 1 0\n") != "");
    CHECK(refusal(general) == "line 1: the file ends before the line of its sizes");
    CHECK(refusal(general + "% no more\n") == "line 2: the file ends before the line of its sizes");
    CHECK(refusal(general + "2 2\n") ==
          "line 2: the sizes are three numbers: rows, columns, entries");
    CHECK(refusal(general + "0 2 0\n") == "line 2: '0' rows: 1 to 67108864 can be read");
    CHECK(refusal(general + "2 -1 0\n") == "line 2: '-1' columns: 1 to 67108864 can be read");
    CHECK(refusal(general + "2 2 -1\n") == "line 2: '-1' entries");
    CHECK(refusal(general + "2.5 2 0\n") == "line 2: '2.5' is not a whole number");
    CHECK(refusal("%%MatrixMarket matrix coordinate real symmetric\n2 3 0\n") ==
          "line 2: a symmetric matrix has as many rows as columns");
    CHECK(refusal(general + "2 2 2\n1 1 1\n") ==
          "line 2: '2' entries: the file is too short for them");
    CHECK(refusal(general + "2 2 2\n1 1 1.00000\n") ==
          "line 3: the file ends after 1 of 2 entries");
    CHECK(refusal(general + "2 2 1\n1 1 1\n\n2 2 1\n") ==
          "line 5: more entries than the 1 of line 2");
    CHECK(refusal(general + "2 2 1\n3 1 1\n") == "line 3: row 3 of a matrix with 2 rows");
    CHECK(refusal(general + "2 1 1\n1 2 1\n") == "line 3: column 2 of a matrix with 1 column");
    CHECK(refusal(general + "2 2 1\n1 0 1\n") ==
          "line 3: column 0 of a matrix with 2 columns: counted from 1");
    CHECK(refusal(general + "2 2 1\n1 1 \n") ==
          "line 3: an entry is its row, its column and its value");
    CHECK(refusal("%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 1 1\n") ==
          "line 3: an entry is its row and its column");
    CHECK(refusal(general + "2 2 1\n1 1 one\n") == "line 3: 'one' is not a number");
    CHECK(refusal(general + "2 2 1\n1 1 nan\n") == "line 3: 'nan' is not a number");
    CHECK(refusal(general + "2 2 1\n1 1 -inf\n") == "line 3: '-inf' is not a number");
    CHECK(refusal(general + "2 2 1\n1 1 1.5D3\n") == "line 3: '1.5D3' is not a number");
    CHECK(refusal(general + "2 2 1\n1 1 1e39\n") == "line 3: '1e39' does not fit a float");
    CHECK(refusal(general + "2 2 1\n1 1 1e999\n") == "line 3: '1e999' does not fit a float");
    CHECK(refusal(general + "2 2 1\n1 1 1e-99\n") == "line 3: '1e-99' does not fit a float");
    CHECK(refusal(general + "2 2 1\n99999999999999999999 1 1\n") ==
          "line 3: '99999999999999999999' is too large");
    CHECK(refusal("%%MatrixMarket matrix coordinate integer general\n2 2 1\n1 1 16777217\n") ==
          "line 3: '16777217' is not a whole number that a float holds exactly");
    CHECK(refusal("%%MatrixMarket matrix coordinate real symmetric\n2 2 1\n1 2 1\n")
              .starts_with("line 3: above the diagonal"));
    CHECK(refusal("%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n1 1 1\n")
              .starts_with("line 3: on the diagonal"));
    CHECK(refusal(general + "2 2 1\n% late\n1 1 1\n") == "line 3: a comment among the entries");
    CHECK(refusal(general + "2 2 1\n1 1 1" + std::string(1, '\0') + "\n") ==
          "line 3: a NUL byte: this is not text");
    CHECK(refusal(general + "2 2 1\n1 1 \x1b[31m\n") ==
          "line 3: a control character: this is not text");
    CHECK(refusal(general + "%" + std::string(2000, 'x') + "\n1 1 0\n") ==
          "line 2: longer than 1024 characters");
}

TEST_CASE("sizes that no memory holds take none") {
    CHECK(refusal(general + "67108864 67108864 4611686018427387904\n1 1 1\n") ==
          "line 2: '4611686018427387904' entries: the file is too short for them");
    CHECK(refusal(general + "9223372036854775807 1 0\n")
              .starts_with("line 2: '9223372036854775807' rows"));
}

TEST_CASE("whatever the bytes, a file is read or refused in a line") {
    std::mt19937 draw(20240611);
    const std::string seeds[] = {
        general + "% c\n3 3 4\n1 1 1.5\n3 2 -2\n2 2 1e3\n1 3 4\n",
        "%%MatrixMarket matrix coordinate integer symmetric\n3 3 3\n1 1 4\n2 1 -1\n3 3 4\n",
        "%%MatrixMarket matrix coordinate pattern general\n4 2 3\n1 1\n4 2\n4 2\n"};
    const std::string letters = "0123456789 .-+eE\n\r\t%nai" + std::string(1, '\0') + "\xff";
    int read = 0, refused = 0;
    for (int turn = 0; turn < 20000; ++turn) {
        std::string text = seeds[draw() % std::size(seeds)];
        for (unsigned changes = 1 + draw() % 4; changes > 0; --changes) {
            const std::size_t at = draw() % text.size();
            switch (draw() % 4) {
                case 0:
                    text[at] = letters[draw() % letters.size()];
                    break;
                case 1:
                    text.insert(at, 1, letters[draw() % letters.size()]);
                    break;
                case 2:
                    text.erase(at, 1 + draw() % 5);
                    break;
                case 3:
                    text.insert(at, text.substr(draw() % text.size(), draw() % 20));
                    break;
            }
            if (text.empty()) text = "\n";
        }
        try {
            const Csr A = read_matrix_market(text);
            if (A.rows < 100000) check_is_sound(A);
            ++read;
        } catch (const MatrixMarketError& error) {
            const std::string said = error.what();
            CHECK(said.starts_with("line "));
            CHECK(std::ranges::all_of(said, [](char c) { return c >= ' ' && c <= '~'; }));
            ++refused;
        }
    }
    CHECK(read > 200);
    CHECK(refused > 1000);
}

TEST_CASE("rows of every kind have about as many nonzeros as asked for") {
    for (const auto name : row_shapes) {
        const RowShape shape = row_shape(name);
        CHECK(name_of(shape) == name);
        const Csr A = make_csr(row_lengths(shape, 320, 10, 3), 50, InputKind::integers, 3);
        check_is_sound(A);
        if (shape != RowShape::none) {
            CHECK(A.nonzeros() > 2500);
            CHECK(A.nonzeros() < 3900);
        }
    }
    CHECK_THROWS_AS(row_shape("long"), std::invalid_argument);
    CHECK(row_lengths(RowShape::huge, 1, 5, 1).size() == 1);
}
