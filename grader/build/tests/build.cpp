// Builds folders with a student's file: a program, or one line that says why not.
#include "build/build.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <thread>

#include "build/steps.hpp"
#include "tests/processes.hpp"

using namespace grader;
using namespace grader::build;
namespace fs = std::filesystem;

namespace {

// Lab 02 asks for three functions. These do nothing, which suffices for a build.
const std::string empty_functions =
    "#include \"lab.hpp\"\n"
    "void gather(int, int, float*, const float*, const float*, const float*) {}\n"
    "void matvec(int, int, float*, const float*, const float*, const float*) {}\n"
    "void scatter(int, int, float*, const float*, const float*, const float*) {}\n";

// A submission to lab 02.
class Submission {
  public:
    explicit Submission(const std::string& text) {
        fs::remove_all(folder_);
        fs::create_directories(folder_);
        std::ofstream(folder_ / "matvec.cu", std::ios::binary) << text;
    }
    ~Submission() { fs::remove_all(folder_); }

    Result build(const sandbox::Sandbox& sandbox = sandbox::Sandbox::best()) const {
        const lab::Kit kit = lab::this_kit();
        return build_submission(kit, kit.find("02"), folder_, Backend::sim, sandbox);
    }

  private:
    fs::path folder_ = fs::temp_directory_path() / ("build-test-" + std::to_string(getpid()));
};

std::string reason(const std::string& text) {
    return Submission(text).build().reason;
}

/// Lab 11's two files as they are handed out, each with a line at its end.
std::string reason_of_two(const std::string& sparse, const std::string& texture) {
    const lab::Kit kit = lab::this_kit();
    const auto lab = kit.find("11");
    const auto folder = fs::temp_directory_path() / ("build-test-11-" + std::to_string(getpid()));
    fs::remove_all(folder);
    fs::create_directories(folder);
    for (const auto& [name, line] : {std::pair{"sparse.cu", sparse}, {"texture.cu", texture}}) {
        fs::copy_file(kit.labs() / lab.slug / name, folder / name);
        std::ofstream(folder / name, std::ios::app) << line << '\n';
    }
    const auto result = build_submission(kit, lab, folder, Backend::sim, sandbox::Sandbox::best());
    fs::remove_all(folder);
    return result.reason;
}

std::string with(const std::string& line) {
    return empty_functions + line + "\n";
}

// A text that is in no cache.
std::string unknown() {
    const auto now = fs::file_time_type::clock::now().time_since_epoch().count();
    return with("// " + std::to_string(now));
}

/// The message of a build during which the first program of this name that it starts is killed.
/// Empty if none was found, or if it had finished its work before: the build is then complete.
std::optional<std::string> trouble_where_killed(const std::string& tool) {
    std::atomic<bool> killed = false, over = false;
    std::thread killer([&] {
        while (!killed && !over)
            for (const auto& process : processes::descendants_of(getpid()))
                if (process.name == tool && !killed) killed = kill(process.id, SIGKILL) == 0;
    });
    const std::string whole = "none: ";
    std::string trouble;
    try {
        trouble = whole + Submission(unknown()).build().reason;
    } catch (const BuildError& error) {
        trouble = error.what();
    }
    over = true;
    killer.join();
    return killed && trouble != whole ? std::optional(trouble) : std::nullopt;
}

}  // namespace

TEST_CASE("a submission becomes a program, and the same bytes the same program") {
    const std::string text = unknown();
    const Result first = Submission(text).build();
    CHECK(first.reason == "");
    CHECK(first.details == "");
    REQUIRE(fs::is_regular_file(first.program));
    const auto made = fs::last_write_time(first.program);
    const Result second = Submission(text).build();
    CHECK(second.program == first.program);
    CHECK(fs::last_write_time(second.program) == made);
    const Result other = Submission(text + "\n").build();
    CHECK(other.program != first.program);
    fs::remove_all(first.program.parent_path());
    fs::remove_all(other.program.parent_path());
}

TEST_CASE("a submission may use what the C++ library keeps once a program") {
    CHECK(reason("#include <string>\n" +
                 with("std::string f(int i) { return std::to_string(i); }")) == "");
}

TEST_CASE("a submission may print by streams") {
    CHECK(reason("#include <iomanip>\n#include <iostream>\n#include <sstream>\n" +
                 with("void f(int n, float x) {\n"
                      "    std::cout << std::setw(4) << n << ' ' << x << std::endl;\n"
                      "    std::cerr << \"n = \" << n << '\\n';\n"
                      "    std::clog << std::hex << 7u << std::flush;\n"
                      "    std::ostringstream text;\n"
                      "    text << n;\n"
                      "    std::cout << text.str();\n"
                      "    std::cin >> n;\n"
                      "}")) == "");
}

TEST_CASE("a function that may not be used is told with its line, by its name in the source") {
    CHECK(reason("#include <random>\n" + with("unsigned f() {\n"
                                              "    std::random_device chance;\n"
                                              "    return chance();\n"
                                              "}"))
              .starts_with("matvec.cu:7: 'std::random_device::"));
}

TEST_CASE("every kind of sandbox builds, and runs what was built") {
    for (const auto kind :
         {sandbox::Kind::bubblewrap, sandbox::Kind::native, sandbox::Kind::none}) {
        CAPTURE(std::string(sandbox::name(kind)));
        std::optional<sandbox::Sandbox> sandbox;
        try {
            sandbox = sandbox::Sandbox::of(kind);
        } catch (const sandbox::SandboxError&) {
            continue;  // this machine does not have it
        }
        const Result result = Submission(unknown()).build(*sandbox);
        CHECK(result.reason == "");
        REQUIRE(result.gradable());
        sandbox::Command command;
        command.argv = {result.program, "--help"};
        sandbox::Child child = sandbox->run(command, sandbox::lab_limits(), {{result.program}});
        CHECK(child.wait().ok());
        CHECK(child.wait().err == "");
        fs::remove_all(result.program.parent_path());
    }
}

TEST_CASE("a compiler that somebody kills is the kit's trouble, not the submission's") {
    for (const std::string tool : {"cc1plus", "simcc", "g++", "vetter", "sh"}) {
        CAPTURE(tool);
        std::optional<std::string> trouble;
        for (int i = 0; i < 20 && !trouble; ++i) trouble = trouble_where_killed(tool);
        REQUIRE(trouble);  // otherwise it ended each time before it could be killed
        CHECK(trouble->find("killed") != std::string::npos);
    }
}

TEST_CASE("the compiler's words come back with the student's own line") {
    const Result result = Submission(with("int f() { return undeclared; }")).build();
    CHECK_FALSE(result.gradable());
    CHECK(result.reason.starts_with("does not compile: matvec.cu:5: error: "));
    CHECK(result.reason.find("undeclared") != std::string::npos);
    CHECK(result.details.find("int f() { return undeclared; }") != std::string::npos);
}

TEST_CASE("what cannot be preprocessed is vetted as written, and the compiler says why not") {
    CHECK(
        reason(with("#error \"unfinished\"")).starts_with("does not compile: matvec.cu:5: error"));
    CHECK(reason(with("#error \"unfinished\"\nvoid f() { asm(\"\"); }")) ==
          "matvec.cu:6: inline assembly is not allowed; write it in CUDA C++");
}

TEST_CASE("warnings are kept beside a program, and stay when something else is refused") {
    const std::string warned = "int f(int n) { int m; return n; }\n";
    const Result gradable = Submission(with(warned)).build();
    CHECK(gradable.reason == "");
    CHECK(gradable.details.find("matvec.cu:5: warning: ") != std::string::npos);
    const Result refused = Submission(with(warned + "int g() { return f(1)")).build();
    CHECK(refused.reason.starts_with("does not compile: matvec.cu:6: error: "));
    CHECK(refused.details.find("matvec.cu:5: warning: ") != std::string::npos);
}

TEST_CASE("files are compiled side by side, and their messages come in the files' order") {
    const fs::path folder = fs::temp_directory_path() / ("files-" + std::to_string(getpid()));
    fs::create_directories(folder);
    // The first file takes longer: its message is there last.
    std::ofstream(folder / "sparse.cu") << "constexpr int slow() { int n = 0; for (int i = 0; i < "
                                           "200000; ++i) n ^= i; return n; }\n"
                                           "static_assert(slow() >= 0);\n"
                                           "int f(int n) { int m; return n; }\n";
    std::ofstream(folder / "texture.cu") << "int g(int n) { int m; return n; }\nint h() {}}\n";
    const lab::Kit kit = lab::this_kit();
    const Result result =
        build_submission(kit, kit.find("11"), folder, Backend::sim, sandbox::Sandbox::best());
    fs::remove_all(folder);
    CHECK(result.reason.starts_with("does not compile: texture.cu:2: error: "));
    const auto first = result.details.find("sparse.cu:3: warning: ");
    const auto second = result.details.find("texture.cu:1: warning: ");
    CHECK(first != std::string::npos);
    CHECK(second != std::string::npos);
    CHECK(first < second);
}

TEST_CASE("a library of the kit's that is missing is the kit's trouble, not the submission's") {
    const lab::Kit kit = lab::this_kit();
    const lab::Lab lab = kit.find("02");
    const auto sandbox = sandbox::Sandbox::best();
    const Sources sources{{"matvec.cu", empty_functions}};
    Toolchain tools = toolchain(kit, lab, Backend::sim);
    tools.system_libraries.push_back("-lno_such_library");
    const Stage stage(kit.build / "cache");
    CHECK_THROWS_WITH_AS(Steps(tools, lab, sources, stage, sandbox).build(),
                         doctest::Contains("cannot find -lno_such_library"), BuildError);
}

TEST_CASE("options that are tried first count where they work, and do no harm where they do not") {
    const lab::Kit kit = lab::this_kit();
    const lab::Lab lab = kit.find("02");
    const auto sandbox = sandbox::Sandbox::best();
    const Sources sources{{"matvec.cu", with("int f(int n) { int m; return n; }")}};
    const auto words_with = [&](const std::string& option) {
        Toolchain tools = toolchain(kit, lab, Backend::sim);
        tools.compile_first = {option};
        const Stage stage(kit.build / "cache");
        Steps steps(tools, lab, sources, stage, sandbox);
        CHECK(fs::is_regular_file(steps.build()));
        return steps.words();
    };
    CHECK(words_with("-w") == "");
    CHECK(words_with("--no-such-option").find("matvec.cu:5: warning: ") != std::string::npos);
}

TEST_CASE("a text is taken however an editor saved it") {
    const auto all = [](std::string text, const std::string& line_end) {
        for (std::size_t at = 0; (at = text.find('\n', at)) != text.npos; at += line_end.size())
            text.replace(at, 1, line_end);
        return text;
    };
    const std::string text = empty_functions +
                             "// gr\xf6\xdf"
                             "er\n\tint last() { return 0; }";
    for (const std::string line_end : {"\n", "\r\n", "\r"})
        CHECK(reason(all(text, line_end)) == "");
    CHECK(reason("\xef\xbb\xbf" + all(with("// größer"), "\r\n")) == "");
    CHECK(reason(all(empty_functions + "void f() { fork(); }", "\r"))
              .starts_with("does not compile: matvec.cu:5: error"));
}

TEST_CASE("a name that is pasted together is judged as if it were written") {
    CHECK(reason(with("#define PASTE(a, b) a##b\nint PASTE(f, 1)() { return 0; }")) == "");
    CHECK(reason(with("#define PASTE(a, b) a##b\nvoid f() { PASTE(as, m)(\"\"); }")) ==
          "matvec.cu:6: inline assembly is not allowed; write it in CUDA C++");
    CHECK(reason(with("#define PASTE(a, b) a##b\nextern \"C\" void PASTE(__ts, an_init)();\n"
                      "void f() { PASTE(__ts, an_init)(); }")) ==
          "matvec.cu:6: '__tsan_init' is a name of the compiler's own, not for submissions");
    CHECK(reason(with("#define PASTE(a, b) a##b\nextern \"C\" int PASTE(fo, rk)();\n"
                      "void f() { PASTE(fo, rk)(); }")) ==
          "matvec.cu: 'fork' is not among the functions a submission may use");
}

TEST_CASE("the library's inside is out of reach by its names") {
    CHECK(reason(with("extern \"C\" char __libc_single_threaded;\n"
                      "void f() { __libc_single_threaded = 1; }"))
              .starts_with("matvec.cu:5: '__libc_single_threaded' is a name of the library's"));
    CHECK(reason(with("extern \"C\" void __cxa_end_catch();\nvoid f() { __cxa_end_catch(); }"))
              .starts_with("matvec.cu:5: '__cxa_end_catch' is a name of the library's"));
    CHECK(reason(with("namespace std { struct __file { void open(); }; }\n"
                      "void f(std::__file& a) { a.open(); }"))
              .starts_with("matvec.cu:5: '__file' is a name of the library's"));
}

TEST_CASE("names are looked for in each file of a submission, and refused where they stand") {
    const std::string inside =
        "extern \"C\" char __libc_single_threaded; void f() { __libc_single_threaded = 1; }";
    const std::string call = "extern \"C\" int fork(); int g() { return fork(); }";
    CHECK(reason_of_two("", "") == "");
    CHECK(reason_of_two(inside, "").find("'__libc_single_threaded' is a name of the library's") !=
          std::string::npos);
    const auto in_second = reason_of_two("", inside);
    CHECK(in_second.starts_with("texture.cu:"));
    CHECK(in_second.find("'__libc_single_threaded' is a name of the library's") !=
          std::string::npos);
    const auto calls = reason_of_two("", call);
    CHECK(calls.starts_with("texture.cu:"));
    CHECK(calls.find("'fork' is not among the functions") != std::string::npos);
}

TEST_CASE("a slip of the pen in a name of CUDA's is told with the name that is near") {
    CHECK(reason(with("__global__ void k() {\n  __synchthreads();\n}")) ==
          "does not compile: matvec.cu:6: error: '__synchthreads' was not declared in this scope; "
          "did you mean '__syncthreads'?");
}

TEST_CASE("what the simulator does not have is refused in the translator's words") {
    CHECK(reason(with("__device__ float f(float x) { return __shfl_down(x, 1); }"))
              .find("call the one whose name ends in _sync, with a mask") != std::string::npos);
}

TEST_CASE("what the vet refuses is not compiled") {
    CHECK(reason(with("void f() { asm(\"\"); }")) ==
          "matvec.cu:5: inline assembly is not allowed; write it in CUDA C++");
    CHECK(reason(with("#include <unistd.h>")) == "matvec.cu:5: 'unistd.h' may not be included");
    CHECK(reason(with("int main() {}")) ==
          "matvec.cu:5: main is the lab's: a submission defines only what lab.hpp declares");
}

TEST_CASE("a call that leads out of the program is refused with its line") {
    CHECK(reason(with("extern \"C\" int fork();\nint f() { return fork(); }\nint g = f();")) ==
          "matvec.cu:5: 'fork' is not among the functions a submission may use");
}

// The list of symbols is sorted, and what was kept of it ended before the relevant name.
TEST_CASE("a forbidden call cannot hide behind a long list of symbols") {
    std::string text = empty_functions;
    for (int i = 0; i < 1000; ++i)
        text += "void a" + std::string(100, 'a') + std::to_string(i) + "() {}\n";
    text += "extern \"C\" char* getenv(const char*);\nchar* home() { return getenv(\"HOME\"); }\n";
    CAPTURE(reason(text));
    CHECK(reason(text).find("getenv") != std::string::npos);
}

TEST_CASE("a function the lab asks for and nobody defines is named") {
    std::string text = empty_functions;
    text.replace(text.find("void scatter"), 12, "void shatter");
    CHECK(reason(text) ==
          "scatter(int, int, float*, float const*, float const*, float const*) is "
          "not defined; lab.hpp declares it");
}

TEST_CASE("a function declared and called but never defined is named") {
    CHECK(reason(with("int helper(int);\nint g = helper(1);")).find("helper") != std::string::npos);
}

TEST_CASE("nothing of the C library can be replaced") {
    const Result result =
        Submission(with("extern \"C\" unsigned long strlen(const char*) { return 0; }\n"
                        "extern \"C\" long write(int, const void*, unsigned long) { return 0; }"))
            .build();
    REQUIRE(result.reason == "");
    sandbox::Command command;
    command.argv = {result.program, "--help"};
    sandbox::Child child =
        sandbox::Sandbox::best().run(command, sandbox::lab_limits(), {{result.program}});
    CHECK(child.wait().ok());
    CHECK(child.wait().out.find("02-simple-gather") != std::string::npos);
}

TEST_CASE("templates without end are given up in bounded time and memory") {
    const Result result =
        Submission(with("template <int N> struct S { S<N + 1> a; S<N + 2> b; };\nS<0> s;")).build();
    CHECK_FALSE(result.gradable());
    CHECK(result.details.size() < (256u << 10));
}

TEST_CASE("a missing file or folder is one line") {
    const lab::Kit kit = lab::this_kit();
    const auto sandbox = sandbox::Sandbox::best();
    const auto name = "build-test-empty-" + std::to_string(getpid());
    const auto folder = fs::temp_directory_path() / name;
    CHECK(build_submission(kit, kit.find("02"), folder, Backend::sim, sandbox).reason ==
          "no folder " + name + " to grade");
    fs::create_directories(folder);
    CHECK(build_submission(kit, kit.find("02"), folder, Backend::sim, sandbox).reason ==
          "matvec.cu is missing");
    fs::remove_all(folder);
}
