// Mutates real programs for a given time, and translates them: fuzz-translator SECONDS SEED FILE...
// Built with the sanitizers. A mutation that makes the translator fail is identified by a number:
// called with 0 seconds and that number as the seed, the program prints its text.
#include <sys/time.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "simulator/simcc/tests/mutate.hpp"
#include "simulator/simcc/tokens/lexer.hpp"
#include "simulator/simcc/translator/translate.hpp"

extern "C" void __sanitizer_set_death_callback(void (*callback)());

using namespace cusim::simcc;

namespace {

// Seconds of processor time that no input may exceed, to find endless searches.
constexpr time_t longest = 20;

unsigned number = 0;

void name_input() {
    std::fprintf(stderr, "fuzz-translator: by input %u\n", number);
}

void on_end_of_time(int) {
    name_input();
    _exit(1);
}

void start_clock() {
    const itimerval once{{0, 0}, {longest, 0}};
    setitimer(ITIMER_VIRTUAL, &once, nullptr);
}

std::string text_of(const char* file) {
    std::ifstream stream{file};
    if (!stream) {
        std::fprintf(stderr, "fuzz-translator: cannot read %s\n", file);
        std::exit(2);
    }
    return {std::istreambuf_iterator<char>{stream}, {}};
}

std::string input(const std::vector<Tokens>& programs) {
    Random random(number);
    const Tokens& source = programs[below(random, programs.size())];
    const Tokens& other = programs[below(random, programs.size())];
    return mutated(source, other, random, below(random, 4) ? 12 : 200);
}

unsigned number_of(const char* text) {
    char* end = nullptr;
    const unsigned long value = std::strtoul(text, &end, 10);
    if (end == text || *end) {
        std::fprintf(stderr, "fuzz-translator: %s is not a number\n", text);
        std::exit(2);
    }
    return unsigned(value);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 4) {
        std::fputs("usage: fuzz-translator SECONDS SEED FILE...\n", stderr);
        return 2;
    }
    const std::chrono::seconds time{number_of(argv[1])};
    number = number_of(argv[2]);
    std::vector<std::string> texts;
    for (int i = 3; i < argc; ++i) texts.push_back(text_of(argv[i]));
    std::vector<Tokens> programs;
    for (const std::string& text : texts) programs.push_back(lex(text, "a.cu"));
    if (time.count() == 0) {
        std::fputs(input(programs).c_str(), stdout);
        return 0;
    }
    __sanitizer_set_death_callback(name_input);
    std::signal(SIGVTALRM, on_end_of_time);
    const auto begin = std::chrono::steady_clock::now();
    unsigned inputs = 0;
    for (; std::chrono::steady_clock::now() - begin < time; ++number, ++inputs) {
        start_clock();
        translate(input(programs), {"a.cu", "", false});
    }
    std::printf("%u inputs\n", inputs);
}
