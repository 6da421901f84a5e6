// A lab's program: labs/NN-slug/main.cpp declares the student's functions and calls run().
//
// Started by the grader (KIT_CHANNEL is set), it takes requests, calls the requested function and
// returns raw outputs and records. It compares nothing and knows no expected values. Started by
// hand, it runs a demonstration with options: --rows, --cols, --seed, …, and those of the lab.
//
// The same source is built for the simulator and for a real device; it only uses CUDA's runtime
// API. This header has no expensive includes, since each check may compile it.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "runner/call.hpp"

namespace runner {

using Function = std::function<void(Call&)>;

struct DemonstrationOptions {
    std::string function;  // one of the program's functions; empty: the first one
    int rows = 0;
    int cols = 0;
    std::uint64_t seed = 1;
    std::string inputs;                  // "integers", "reals", …: see inputs.hpp
    std::map<std::string, int> numbers;  // of Program::number and of the mode, given or default
    std::map<std::string, std::vector<double>> reals;  // of Program::real, given or default
    std::map<std::string, std::string> choices;        // of Program::choice, given or default
    std::map<std::string, std::string> files;          // of Program::file: the text, if given
    std::string out;  // --out: a folder or one picture's path; empty: write no files
};

/// An integer option of a run by hand, such as --width 32.
struct Number {
    std::string name;
    int preset = 0;
    int least = 0;
    int most = 0;
    std::string help;
};

/// An option with real numbers, as many as there are defaults, such as --c -0.12 0.74.
struct Real {
    std::string name;
    std::vector<double> preset;
    std::string help;
};

/// An option with a choice of words, such as --shape huge. The first is the default.
struct Choice {
    std::string name;
    std::vector<std::string> words;
    std::string help;
};

/// An option that names a file to read, such as --matrix mesh.mtx.
struct File {
    std::string name;
    std::string help;
};

class Program {
  public:
    Program(std::string lab, std::string summary);

    /// Declares a function that the grader may ask for. Names are unique.
    Program& function(std::string name, Function body);

    /// Declares what a run by hand does. It returns the exit status, and is called with valid
    /// options only.
    using Demonstration = std::function<int(const DemonstrationOptions&)>;
    Program& demonstration(Demonstration body);

    /// Replaces it for one function.
    Program& demonstration(std::string function, Demonstration body);

    /// Declares another run by hand, started by --NAME. With `saves`, it also takes --out FOLDER.
    struct Mode {
        std::string name;
        std::string help;
        Demonstration body;
        bool saves = false;
        std::vector<Number> numbers = {};  // for this run only
    };
    Program& mode(Mode mode);

    Program& number(Number number);
    Program& real(Real real);
    Program& choice(Choice choice);
    Program& file(File file);

    /// The demonstrations write files where --out says.
    Program& saves();

    /// For a lab without a matrix: a run by hand has no options --rows, --cols and --inputs.
    Program& no_matrix();

    /// The defaults of --rows and --cols.
    Program& default_shape(int rows, int cols);

    /// A is square: a run by hand has no option --cols.
    Program& square();

    /// Exit status: 0 success, 1 the demonstration found an error, 2 it could not run: wrong
    /// options, sizes that the function refuses, or lack of memory.
    int run(int argc, char** argv);

    const std::string& lab() const { return lab_; }
    const std::string& summary() const { return summary_; }
    const std::vector<Number>& numbers() const { return numbers_; }
    const std::vector<Mode>& modes() const { return modes_; }
    const std::vector<Real>& reals() const { return reals_; }
    const std::vector<Choice>& choices() const { return choices_; }
    const std::vector<File>& files() const { return files_; }
    bool is_square() const { return square_; }
    bool has_matrix() const { return has_matrix_; }
    bool can_save() const { return saves_; }
    const Function* find(const std::string& name) const;
    std::vector<std::string> function_names() const;

  private:
    int run_by_hand(int argc, char** argv);
    const Demonstration& chosen(const DemonstrationOptions& options) const;
    int demonstrate(const Demonstration& body, const DemonstrationOptions& options) const;
    int give_up(const std::string& reason) const;

    std::string lab_;
    std::string summary_;
    std::vector<std::pair<std::string, Function>> functions_;
    std::vector<Number> numbers_;
    std::vector<Real> reals_;
    std::vector<Choice> choices_;
    std::vector<File> files_;
    std::vector<Mode> modes_;
    Demonstration demonstration_;
    std::map<std::string, Demonstration> demonstrations_;  // for single functions
    int default_rows_ = 1000;
    int default_cols_ = 777;
    bool square_ = false;
    bool has_matrix_ = true;
    bool saves_ = false;
};

}  // namespace runner
