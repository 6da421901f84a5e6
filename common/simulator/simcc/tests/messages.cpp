// The compiler's messages, as the student reads them.
#include "simulator/simcc/messages.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

#include "simulator/simcc/temporary_folder.hpp"

using namespace cusim::simcc;

namespace {

std::string presented(const std::string& text) {
    return present_messages(text, {{"k", "a.cu", 4, 9}}, "/own");
}

}  // namespace

TEST_CASE("the line of the source follows its message") {
    const TemporaryFolder folder;
    const std::string file = folder.file("a.cu");
    std::ofstream(file) << "one\n  two = 3;\n";
    CHECK(presented(file + ":2: error: no two\n") ==
          file + ":2: error: no two\n    2 |   two = 3;\n");
    CHECK(presented(file + ":7: error: no such line\n") == file + ":7: error: no such line\n");
    CHECK(present({Severity::error, file, 1, "refused"}) ==
          file + ":1: error: refused\n    1 | one\n");
}

TEST_CASE("a launch as a macro's argument is answered with what to write") {
    const TemporaryFolder folder;
    const std::string file = folder.file("a.cu");
    std::ofstream(file) << "CUDA_CHECK(k<<<1, 32>>>(y));\nCHECK(f(1), 2);\n";
    const std::string error = "error: macro \"CUDA_CHECK\" passed 2 arguments, but takes just 1";
    CHECK(presented(file + ":1: " + error + "\n")
              .starts_with(file + ":1: " + error +
                           " (a launch has no value to check: write it by itself, and behind it "
                           "CUDA_CHECK(cudaGetLastError());)\n"));
    const std::string own = "error: macro \"checked\" passed 2 arguments, but takes just 1";
    CHECK(presented(file + ":1: " + own + "\n").find("behind it checked(cudaGetLastError());)") !=
          std::string::npos);
    CHECK(presented(file + ":2: " + error + "\n").starts_with(file + ":2: " + error + "\n"));
}

TEST_CASE("beginners' mistakes are answered with what to write") {
    const TemporaryFolder folder;
    const std::string file = folder.file("a.cu");
    const auto hint = [&](const std::string& lines, int line, const std::string& message) {
        std::ofstream(file) << lines;
        const std::string head = file + ":" + std::to_string(line) + ": error: " + message;
        const std::string text = presented(head + "\n");
        REQUIRE(text.starts_with(head));
        return text.substr(head.size(), text.find('\n') - head.size());
    };
    CHECK(hint("s += A[i][j];\n", 1, "invalid types 'const float[int]' for array subscript") ==
          " (a pointer to numbers takes one index: in a matrix that is stored row by row, the row "
          "times the length of a row plus the column)");
    const std::string stream =
        "invalid conversion from 'cudaStream_t' {aka 'CUstream_st*'} to "
        "'std::size_t' {aka 'long unsigned int'} [-fpermissive]";
    CHECK(hint("k<<<1, 32, stream, bytes>>>(y);\n", 1, stream) ==
          " (the order is <<<blocks, threads, bytes, stream>>>)");
    CHECK(hint("f(stream);\n", 1, stream).empty());
    CHECK(hint("k<<<1, 32, 0, sizeof(float)>>>(y);\n", 1,
               "invalid conversion from 'long unsigned int' to 'cudaStream_t' {aka "
               "'CUstream_st*'} [-fpermissive]") ==
          " (the order is <<<blocks, threads, bytes, stream>>>)");
    CHECK(hint("b[i] += 1;\n", 1,
               "assignment of read-only location '*(b + ((sizetype)(((long unsigned int)i) * "
               "4)))'") == " (b points to const elements, which may only be read)");
    CHECK(hint("*b = 1;\n", 1, "assignment of read-only location '* b'").empty());
    CHECK(hint("s += n[i];\n", 1, "invalid types 'int[int]' for array subscript").empty());
    CHECK(hint("s += Q[j + stride];\n", 1,
               "invalid types 'float [1024][float]' for array "
               "subscript") ==
          " (an index is a whole number: is one of the variables in it a float or a double?)");
    CHECK(hint("v += __shfl_down_sync(v, 16);\n", 1,
               "no matching function for call to '__shfl_down_sync(float&, int)'") ==
          " (the mask of the lanes that take part comes first: __shfl_down_sync(0xffffffff, value, "
          "lane or offset))");
    CHECK(hint("v += __shfl_down_sync(~0u, s, 16);\n", 1,
               "no matching function for call to '__shfl_down_sync(unsigned int, S&, int)'")
              .empty());
    CHECK(hint("cg::grid_group g;\n", 1, "'cg' has not been declared") ==
          " (it needs #include <cooperative_groups.h>, and namespace cg = cooperative_groups;)");
    CHECK(hint("int a = f(b)  // b\n\nk<<<1, 32>>>();\n", 3,
               "expected ',' or ';' before '(' token") == " (does line 1 lack a ';' at its end?)");
    CHECK(hint("int a = f(b);\nint c d;\n", 2, "expected ',' or ';' before 'd'").empty());
    CHECK(hint("if (i < n)\nint c d;\n", 2, "expected ',' or ';' before 'd'").empty());
    CHECK(hint("launch<tile>(m);\n", 1, "'tile' is not a constant expression") ==
          " (a template argument must be known when the program is compiled, and tile is known "
          "only when it runs: compare tile with each number that is allowed, and write that number "
          "in the call)");
    CHECK(hint("add_up(Q[t], z);\n", 1, "cannot convert 'float' to 'float*'") ==
          " (a number stands where an address is wanted: that of an element is &a[k])");
    CHECK(hint("float* from = A;\n", 1,
               "invalid conversion from 'const float*' to 'float*' [-fpermissive]") ==
          " (what it points to may only be read: the pointer that takes it is a const float*, "
          "too)");
    CHECK(hint("k<<<grid, 32>>>();\n", 1, "could not convert 'grid' from 'Extent' to 'dim3'") ==
          " (a launch takes dim3 or numbers: make a dim3 of its three numbers first)");
}

TEST_CASE("a kernel's body is called by the kernel's name") {
    CHECK(presented("a.cu: In lambda function:\na.cu:5: error: x\n") ==
          "a.cu: In kernel 'k':\na.cu:5: error: x\n");
    CHECK(presented("a.cu: In lambda function:\na.cu:12: error: x\n") ==
          "a.cu: In lambda function:\na.cu:12: error: x\n");
    CHECK(presented(
              "a.cu: In instantiation of 'k(T*)::<lambda(T*, void (*)(int))> [with T = int]':\n") ==
          "a.cu: In instantiation of 'k(T*) [with T = int]':\n");
}

TEST_CASE("notes about the simulator's own headers are left out, errors are not") {
    CHECK(presented("/own/x.hpp:3: note: candidate\n").empty());
    CHECK(presented("/own/x.hpp:3:   required from here\n").empty());
    CHECK(presented("/own/x.hpp:3: error: x\n") == "/own/x.hpp:3: error: x\n");
}

TEST_CASE("a name that a library lacks is refused once, without what follows from it") {
    const std::string refused =
        "a.cu:1: error: unsupported: cublasHgemm, which is not in the simulator's part of cuBLAS\n";
    CHECK(presented("a.cu:1: error: use of undeclared identifier 'cublasHgemm'\n") == refused);
    CHECK(presented("a.cu:1: error: 'cublasHgemm' was not declared in this scope\n"
                    "a.cu:2: error: 'x' was not declared in this scope\n"
                    "a.cu:3: error: 'cublasHgemm' was not declared in this scope\n") == refused);
    CHECK(presented(
              "a.cu:1: error: 'cusolverDnX' does not name a type; did you mean 'cusolver'?\n") ==
          "a.cu:1: error: unsupported: cusolverDnX, which is not in the simulator's part of "
          "cuSOLVER; did you mean 'cusolver'?\n");
}

TEST_CASE("a name that a namespace lacks is reported with a note that only a part is there") {
    CHECK(presented("a.cu:1: error: 'set_union' is not a member of 'thrust'\n") ==
          "a.cu:1: error: 'set_union' is not a member of 'thrust' (the simulator has a part of "
          "Thrust only)\n");
    CHECK(presented("a.cu:1: error: 'x' is not a member of 'thrusters'\n") ==
          "a.cu:1: error: 'x' is not a member of 'thrusters'\n");
    CHECK(
        presented("a.cu:1: error: 'x' was not declared in this scope; did you mean 'cublasX'?\n") ==
        "a.cu:1: error: 'x' was not declared in this scope; did you mean 'cublasX'?\n");
}

TEST_CASE("an atomic that is given a number is advised to take the address") {
    const TemporaryFolder folder;
    const std::string file = folder.file("a.cu");
    std::ofstream(file) << "atomicAdd(y[at(i, 2)], A[i] * x[j]);\natomicAdd(&y[0], z);\n";
    const std::string message = ":1: error: no matching function for call to 'atomicAdd(";
    CHECK(presented(file + message +
                    "float&, float)'\nIn file included from /own/b.hpp:3,\n"
                    "                 from /own/c.hpp:4:\n/own/b.hpp:3: note: candidate\n") ==
          file +
              ":1: error: atomicAdd takes the address of what it changes: write &y[at(i, 2)]\n"
              "    1 | atomicAdd(y[at(i, 2)], A[i] * x[j]);\n");
    CHECK(presented(file + message + "float*, Pair&)'\n").starts_with(file + message));
}

TEST_CASE("an allocation that is given a pointer is advised to take its address") {
    const TemporaryFolder folder;
    const std::string file = folder.file("a.cu");
    std::ofstream(file) << "CHECK(cudaMalloc(p->data, n));\n";
    const std::string message = ":1: error: no matching function for call to 'cudaMalloc(";
    CHECK(presented(file + message + "float*&, long unsigned int)'\n") ==
          file +
              ":1: error: cudaMalloc takes the address of the pointer that it sets: write "
              "&p->data\n    1 | CHECK(cudaMalloc(p->data, n));\n");
    CHECK(presented(file + message + "float**)'\n").starts_with(file + message));
    CHECK(presented(file + message + "int&, int)'\n").starts_with(file + message));
}

TEST_CASE("the header of a missing CUDA_CHECK is named") {
    CHECK(presented("a.cu:2: error: 'CUDA_CHECK' was not declared in this scope\n")
              .find("scope (it is in \"kit/error.hpp\": #include that)\n") != std::string::npos);
    CHECK(presented("a.cu:2: error: 'CHECK' was not declared in this scope\n").find("kit/") ==
          std::string::npos);
}

TEST_CASE("an index that stands as a whole is said to be three numbers") {
    const TemporaryFolder folder;
    const std::string file = folder.file("a.cu");
    std::ofstream(file) << "int i = blockIdx.x * blockDim.x + threadIdx;\nint j = threadIdx.x;\n";
    const std::string types = " (operand types are 'unsigned int' and 'const uint3')";
    const std::string hint = " (threadIdx is three numbers: threadIdx.x, .y and .z)\n";
    CHECK(presented(file + ":1: error: no match" + types + "\n").find(types + hint) !=
          std::string::npos);
    CHECK(presented(file + ":2: error: no match" + types + "\n").find("three numbers") ==
          std::string::npos);
    CHECK(presented(file + ":1: error: no i\n").find("three numbers") == std::string::npos);
}

TEST_CASE("the include chain is printed before an error in a header") {
    CHECK(presented("In file included from a.cu:1:\nb.hpp:3: error: x\n") ==
          "In file included from a.cu:1:\nb.hpp:3: error: x\n");
}

TEST_CASE("a missing library's header is refused by its name") {
    CHECK(presented("a.cu:1: fatal error: thrust/sort.h: No such file or directory\n"
                    "compilation terminated.\n") ==
          "a.cu:1: error: unsupported: the simulator does not have this part of Thrust "
          "(<thrust/sort.h>)\n");
    CHECK(presented("a.cu:1: fatal error: mine.h: No such file or directory\n") ==
          "a.cu:1: fatal error: mine.h: No such file or directory\n");
}

TEST_CASE("lines of another form pass") {
    CHECK(presented("compilation terminated.\n") == "compilation terminated.\n");
    CHECK(presented("").empty());
    CHECK(presented("a:b:c\n:::\n") == "a:b:c\n:::\n");
}

TEST_CASE("a guess that names a part of the simulator is left out") {
    CHECK(presented("a.cu:1: error: 'kinds' was not declared in this scope; did you mean "
                    "'cusim::detail::ParameterKind'?\n") ==
          "a.cu:1: error: 'kinds' was not declared in this scope\n");
}
