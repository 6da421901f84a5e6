// simcc's command line follows nvcc's.
#include "simulator/simcc/options.hpp"

#include <doctest/doctest.h>

using namespace cusim::simcc;

namespace {

using Words = std::vector<std::string>;

Options parsed(const Words& words) {
    return parse_options(words);
}

}  // namespace

TEST_CASE("inputs keep their order and their languages") {
    const Options options =
        parsed({"a.cu", "-Lx", "b.cpp", "c.o", "-lm", "d.c", "e.cu.ii", "-o", "prog"});
    REQUIRE(options.inputs.size() == 7);
    CHECK(options.inputs[0].language == Language::cuda);
    CHECK(options.inputs[1].text == "-Lx");
    CHECK(options.inputs[2].language == Language::cpp);
    CHECK(options.inputs[3].language == Language::linker);
    CHECK(options.inputs[4].text == "-lm");
    CHECK(options.inputs[5].language == Language::c);
    CHECK(options.inputs[6].language == Language::preprocessed);
    CHECK(options.output == "prog");
    CHECK(options.action == Action::link);
}

TEST_CASE("a value may be glued, follow an equals sign, or come next") {
    CHECK(parsed({"-Ia", "-I", "b", "--include-path=c"}).preprocessor ==
          Words{"-I", "a", "-I", "b", "-I", "c"});
    CHECK(parsed({"-DA=1", "-D", "B", "-UC", "-include", "x.h"}).preprocessor ==
          Words{"-D", "A=1", "-D", "B", "-U", "C", "-include", "x.h"});
    CHECK(parsed({"-std=c++17"}).standard == "c++17");
    CHECK(parsed({"--std", "c++17"}).standard == "c++17");
    CHECK(parsed({}).standard.empty());
}

TEST_CASE("-x decides the language of every source") {
    const Options options = parsed({"-x", "cu", "kernel.cpp", "a.o", "weird.txt"});
    CHECK(options.inputs[0].language == Language::cuda);
    CHECK(options.inputs[1].language == Language::linker);
    CHECK(options.inputs[2].language == Language::cuda);
}

TEST_CASE("optimisation and debug options are taken without a word") {
    const Options options = parsed({"-O3", "-O", "2", "-g", "-O=1", "-pthread"});
    CHECK(options.without_effect.empty());
    CHECK(options.inputs.empty());
}

TEST_CASE("options for a real device are told to have no effect") {
    CHECK(parsed({"-arch=sm_90", "-gencode", "arch=compute_80,code=sm_80", "-lineinfo",
                  "--extended-lambda", "-Xptxas", "-v"})
              .without_effect == Words{"-arch=sm_90", "-gencode arch=compute_80,code=sm_80",
                                       "-lineinfo", "--extended-lambda", "-Xptxas -v"});
}

TEST_CASE("the newest architecture that is named is __CUDA_ARCH__, or else nvcc's own") {
    CHECK(parsed({}).architecture == "750");
    CHECK(parsed({"-arch=sm_90"}).architecture == "900");
    CHECK(parsed({"-arch", "compute_60"}).architecture == "600");
    CHECK(parsed({"-arch=native"}).architecture == "750");
    CHECK(parsed({"-gencode", "arch=compute_70,code=sm_70", "-gencode=arch=compute_86,code=sm_86",
                  "-gencode", "arch=compute_80,code=sm_80"})
              .architecture == "860");
}

TEST_CASE("--expt-relaxed-constexpr is heeded") {
    CHECK(parsed({"--expt-relaxed-constexpr"}).relaxed_constexpr);
    CHECK_FALSE(parsed({}).relaxed_constexpr);
}

TEST_CASE("-G asks for code that a debugger can follow") {
    CHECK(parsed({"-G"}).debugger);
    CHECK(parsed({"--device-debug"}).debugger);
    CHECK_FALSE(parsed({"-g"}).debugger);
}

TEST_CASE("host compiler arguments are sorted out") {
    const Options options = parsed({"-Xcompiler", "-Wall,-O3,-DX=1", "-Xcompiler=-fPIC,-fopenmp"});
    CHECK(options.warnings == Words{"-Wall"});
    CHECK(options.preprocessor == Words{"-DX=1"});
    CHECK(options.without_effect == Words{"-Xcompiler -fPIC"});
    CHECK(options.openmp);
}

TEST_CASE("options that simcc does not know are the host's where the command line says so") {
    const Options options = parsed({"-march=native", "-forward-unknown-to-host-compiler"});
    CHECK(options.without_effect == Words{"-Xcompiler -march=native"});
}

TEST_CASE("separate compilation is followed") {
    CHECK(parsed({"-rdc=true"}).separate_device_code);
    CHECK_FALSE(parsed({"-rdc=false"}).separate_device_code);
    CHECK(parsed({"-dc"}).separate_device_code);
    CHECK(parsed({"-dc"}).action == Action::compile);
    CHECK(parsed({"-dlink"}).action == Action::device_link);
    CHECK(parsed({"-lib"}).action == Action::archive);
}

TEST_CASE("the runtime's own libraries need no linking, others are refused") {
    CHECK(parsed({"-lcudart", "-lcuda"}).inputs.empty());
    CHECK(parsed({"/usr/local/cuda/lib64/libcublas.so.13", "libcudart_static.a"}).inputs.empty());
    CHECK(parsed({"-Wl,-rpath,/usr/lib", "libmine.a"}).inputs.size() == 2);
    CHECK_THROWS_WITH_AS(parsed({"/usr/lib/libnccl.so"}),
                         "unsupported: the simulator has no nccl library", UsageError);
    CHECK_THROWS_WITH_AS(parsed({"-lcudnn"}), "unsupported: the simulator has no cudnn library",
                         UsageError);
}

TEST_CASE("what cannot be honoured is refused by name") {
    CHECK_THROWS_WITH_AS(parsed({"-foo"}), "unknown option '-foo'", UsageError);
    CHECK_THROWS_WITH_AS(parsed({"a.cu", "-o"}), "'-o' needs a value", UsageError);
    CHECK_THROWS_WITH_AS(parsed({"-ptx"}), "unsupported: -ptx", UsageError);
    CHECK_THROWS_WITH_AS(parsed({"--default-stream", "mine"}), "unsupported: --default-stream mine",
                         UsageError);
    CHECK_THROWS_AS(parsed({"notes.txt"}), UsageError);
    CHECK_THROWS_AS(parsed({"-x", "fortran"}), UsageError);
}

TEST_CASE("warnings and dependencies are passed on") {
    CHECK(parsed({"-Wall", "-Werror", "all-warnings", "-w"}).warnings ==
          Words{"-Wall", "-Werror", "-w"});
    CHECK(parsed({"-MD", "-MF", "x.d", "-MTx.o"}).dependencies ==
          Words{"-MD", "-MF", "x.d", "-MT", "x.o"});
}
