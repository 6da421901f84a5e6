// Layouts that students and learning systems produce, and which files are taken from each.
#include "class/discover.hpp"

#include <doctest/doctest.h>

#include "class/names.hpp"

namespace discover_tests {

using namespace grader::classes;

namespace {

const std::vector<LabFiles> all_labs{
    {"02-simple-gather",
     {{"matvec.cu", "void gather_rows_of_matrix() {}", true},
      {"predict.toml", "[gather]\na = \"\"\n"}}},
    {"04-shared-reduction",
     {{"reduce.cu", "void reduce_in_shared_memory() {}", true},
      {"predict.toml", "[reduce_shared]\nb = \"\"\n"}}},
    {"11-sparse-and-texture",
     {{"sparse.cu", "sparse", true}, {"texture.cu", "texture", true}, {"predict.toml", "[csr]\n"}}},
};

/// "lab/name<path" for each file taken from the upload, in order.
std::vector<std::string> taken(const std::vector<File>& files,
                               const std::map<Place, std::string>& answers = {}) {
    std::vector<std::string> list;
    for (const auto& one : discover(files, all_labs, answers).taken)
        list.push_back(one.lab.substr(0, 2) + "/" + one.name + "<" + one.path);
    return list;
}

std::vector<std::string> doubts(const std::vector<File>& files) {
    std::vector<std::string> list;
    for (const auto& doubt : discover(files, all_labs, {}).doubts)
        for (const auto& path : doubt.candidates)
            list.push_back(doubt.lab.substr(0, 2) + "/" + doubt.name + "?" + path);
    return list;
}

using List = std::vector<std::string>;

}  // namespace

TEST_CASE("a source is found in any layout that identifies its lab") {
    for (const char* path :
         {"02-simple-gather/matvec.cu", "matvec.cu", "Lab 2/matvec.cu", "lab02/matvec.cu",
          "gpu/labs/02-simple-gather/matvec.cu", "MatVec.CU", "matvec (1).cu", "matvec-1.cu",
          "matvec - Copy.cu", "Copy of matvec.cu", "matvec.cu.txt", "02_Simple_Gather/matvec.cu",
          "lovelaceada_123_4567_matvec.cu", "lovelaceada_LATE_123_4567_matvec-2.cu",
          "lab02-matvec.cu", "work.zip/final/matvec.cu", "2/matvec.cu", "Ada's lab #2/matvec.cu"}) {
        CAPTURE(path);
        CHECK(taken({{path, "x"}}) ==
              List{"02/matvec.cu<" + std::string(path), "02/predict.toml<"});
    }
}

TEST_CASE("a file of answers belongs to the lab that its folder, name or content gives") {
    CHECK(taken({{"a/lab4/predict.toml", "p"}, {"a/lab4/reduce.cu", "x"}}) ==
          List{"04/reduce.cu<a/lab4/reduce.cu", "04/predict.toml<a/lab4/predict.toml"});
    CHECK(taken({{"lab04-predict.toml", "p"}, {"reduce.cu", "x"}}) ==
          List{"04/reduce.cu<reduce.cu", "04/predict.toml<lab04-predict.toml"});
    CHECK(taken({{"predict (1).toml", "[reduce_shared]\nb = 3\n"},
                 {"predict.toml", "[gather]\na = 1\n"},
                 {"reduce.cu", "x"},
                 {"matvec.cu", "x"}}) ==
          List{"02/matvec.cu<matvec.cu", "02/predict.toml<predict.toml", "04/reduce.cu<reduce.cu",
               "04/predict.toml<predict (1).toml"});
}

TEST_CASE("answers alone are no submission") {
    CHECK(taken({{"lab4/predict.toml", "p"}}).empty());
    CHECK(doubts({{"lab4/predict.toml", "p"}, {"lab4/old/predict.toml", "q"}}).empty());
}

TEST_CASE("what is absent is the skeleton's") {
    CHECK(taken({{"sparse.cu", "x"}}) ==
          List{"11/sparse.cu<sparse.cu", "11/texture.cu<", "11/predict.toml<"});
}

TEST_CASE("two different files for one place are asked for") {
    CHECK(doubts({{"matvec.cu", "x"}, {"matvec (1).cu", "y"}}) ==
          List{"02/matvec.cu?matvec.cu", "02/matvec.cu?matvec (1).cu"});
    CHECK(taken({{"matvec.cu", "x"}, {"matvec (1).cu", "y"}}).empty());
    CHECK(taken({{"matvec.cu", "x"}, {"matvec (1).cu", "y"}},
                {{{"02-simple-gather", "matvec.cu"}, "matvec (1).cu"}}) ==
          List{"02/matvec.cu<matvec (1).cu", "02/predict.toml<"});
    CHECK(taken({{"matvec.cu", "x"}, {"matvec (1).cu", "y"}},
                {{{"02-simple-gather", "matvec.cu"}, ""}})
              .empty());
}

TEST_CASE("an answer that names no file of the upload answers nothing") {
    const std::map<Place, std::string> gone{{{"02-simple-gather", "matvec.cu"}, "gone.cu"}};
    CHECK(taken({{"matvec.cu", "x"}}, gone).front() == "02/matvec.cu<matvec.cu");
    CHECK(taken({{"matvec.cu", "x"}, {"matvec (1).cu", "y"}}, gone).empty());
}

TEST_CASE("equal copies, and untouched skeletons beside the work, raise no question") {
    CHECK(taken({{"matvec.cu", "x"}, {"backup/matvec.cu", "x"}}).front() ==
          "02/matvec.cu<matvec.cu");
    CHECK(taken({{"grader/skeletons/02-simple-gather/matvec.cu", all_labs[0].files[0].skeleton},
                 {"labs/02-simple-gather/matvec.cu", "x"}})
              .front() == "02/matvec.cu<labs/02-simple-gather/matvec.cu");
}

TEST_CASE("a file in another lab's folder is asked for") {
    CHECK(doubts({{"lab04/matvec.cu", "x"}}) == List{"02/matvec.cu?lab04/matvec.cu"});
}

TEST_CASE("a file with an unknown name is mentioned if it contains what was wanted") {
    CHECK(doubts({{"homework.cu", "void reduce_in_shared_memory() { int i; }"}}) ==
          List{"04/reduce.cu?homework.cu"});
    CHECK(doubts({{"homework.cu", "int main() {}"}}).empty());
    CHECK(discover({{"homework.cu", "int main() {}"}}, all_labs, {}).unused == List{"homework.cu"});
}

TEST_CASE("file names for students are safe, and different where students are") {
    CHECK(file_name_for("Ada Lovelace") == "Ada Lovelace");
    CHECK(file_name_for("../x") == "%2E.%2Fx");
    CHECK(file_name_for("a\n\x1b[2J") == "a%0A%1B%5B2J");
    CHECK(file_name_for("") == "%");
    CHECK(file_name_for(std::string(300, 'a')) != file_name_for(std::string(301, 'a')));
}

TEST_CASE("what cannot be read speaks of the lab on its path, or of all if nothing else is there") {
    const auto labs = [](const std::string& path, bool nothing_taken) {
        List list;
        for (const auto& lab : all_labs)
            if (!troubles_of(lab, all_labs, {{path, " is a link"}}, nothing_taken).empty())
                list.push_back(lab.slug.substr(0, 2));
        return list;
    };
    for (const bool nothing_taken : {false, true}) {
        CHECK(labs("lab 4.rar", nothing_taken) == List{"04"});
        CHECK(labs("work/04-shared-reduction", nothing_taken) == List{"04"});
        CHECK(labs("work/reduce.cu", nothing_taken) == List{"04"});
        CHECK(labs("lab 1.rar", nothing_taken) ==
              (nothing_taken ? List{"02", "04", "11"} : List{}));
    }
    CHECK(labs("work.rar", false).empty());
    CHECK(labs("work.rar", true) == List{"02", "04", "11"});
}

}  // namespace discover_tests
