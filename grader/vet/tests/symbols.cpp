#include "vet/symbols.hpp"

#include <doctest/doctest.h>

#include <set>
#include <string>
#include <string_view>

#include "simulator/simcc/machine/announced_library.hpp"
#include "vet/linkage.hpp"

using namespace grader::vet;

TEST_CASE("a module calls no compiled code of the C++ library, which would read unseen") {
    const auto problems =
        vet_for_kernels({"_ZSt11_Hash_bytesPKvmm", "printf", "_ZSt9terminatev", "sqrtf",
                         "_ZSt20__throw_length_errorPKc", "_Unwind_Resume", "threadIdx"},
                        "");
    REQUIRE(problems.size() == 1);
    CHECK(problems[0].text.find("std::_Hash_bytes") != std::string::npos);
    CHECK(vet_symbols({"_ZSt11_Hash_bytesPKvmm"}, {}, "").empty());  // the host may
}

TEST_CASE("nm's listing separates defined from undefined symbols, and headings are ignored") {
    const auto symbols = read_symbols(
        "lib.a[main.cpp.o]:\nprintf U         \n_Z6gatheriPf T 0 1f\n__gmon_start__ w\n"
        "_ZTISt9exception V 0 10\nlast \n cut");
    CHECK(symbols.undefined == std::vector<std::string>{"printf", "__gmon_start__"});
    CHECK(symbols.defined == std::vector<std::string>{"_Z6gatheriPf", "_ZTISt9exception"});
    CHECK(read_symbols("").defined.empty());
}

TEST_CASE("symbols outside the program are refused, with the line that calls them") {
    const auto problems = vet_symbols({"printf", "fork", "sqrtf", "system"}, {},
                                      "void k();\nint forked;\nvoid f() { fork(); }\n");
    REQUIRE(problems.size() == 2);
    CHECK(problems[0] == Problem{3, "'fork' is not among the functions a submission may use"});
    CHECK(problems[1].line == 0);
}

TEST_CASE("a line is of code, not of a comment or a string") {
    const auto problems = vet_symbols({"fork"}, {}, "// fork\nauto s = \"fork\";\nfork();");
    CHECK(problems[0].line == 3);
}

TEST_CASE("names internal to the library and the compiler may come from a header only") {
    const char* const source =
        "extern \"C\" void __cxa_throw(void*);\nint __popcountdi2(long);\n"
        "namespace std { void _M_hook(); }\n// __divti3\n";
    const auto problems = vet_symbols(
        {"__cxa_throw", "__popcountdi2", "_ZSt7_M_hookv", "__divti3", "__cxa_begin_catch"}, {},
        source);
    REQUIRE(problems.size() == 3);
    CHECK(problems[0] == Problem{1,
                                 "'__cxa_throw' is a name of the library's inside: use what it "
                                 "offers, or give your own another name"});
    CHECK(problems[1].line == 2);
    CHECK(problems[2].line == 3);
}

TEST_CASE("the compiler's own arithmetic is accepted, and nothing that only resembles it") {
    for (const char* name :
         {"__popcountdi2", "__divti3", "__udivmodti4", "__floattidf", "__muldc3", "__extendhfsf2",
          "__fixunsxfti", "__powidf2", "__letf2", "__truncsfhf2"})
        CHECK(is_allowed_symbol(name));
    for (const char* name : {"__clear_cache", "__opendi", "__di2", "__divdidi5", "divti3",
                             "__emutls_get_address", "__register_frame"})
        CHECK_FALSE(is_allowed_symbol(name));
}

TEST_CASE("a refusal names the alternative if there is one") {
    const auto problems = vet_symbols({"fopen", "pthread_create"}, {}, "\nfopen();");
    CHECK(problems[0] == Problem{2,
                                 "'fopen' is not among the functions a submission may use; a "
                                 "submission opens no files; std::cerr and printf are there"});
    CHECK(problems[1].text.ends_with("; a submission runs in one host thread"));
}

TEST_CASE("a library function is named as itself, even where its accesses are announced") {
    const std::set<std::string> simulator{"__announced_memcmp", "__announced_read"};
    const auto problems = vet_symbols({"__announced_memcmp", "__announced_read"}, simulator,
                                      "void f() {\n    read(0, nullptr, 0);\n}\n");
    REQUIRE(problems.size() == 1);
    CHECK(problems[0] == Problem{2, "'read' is not among the functions a submission may use"});
}

TEST_CASE("a function declared and never defined is reported by its name") {
    const auto problems = vet_symbols({"_Z6helperi", "_Z99x"}, {}, "\nint helper(int);\n");
    REQUIRE(problems.size() == 2);
    CHECK(problems[0] == Problem{2, "'helper(int)' is used, and defined nowhere"});
    CHECK(problems[1].text == "'_Z99x' is not among the functions a submission may use");
}

TEST_CASE("a member of the C++ library is named, with the line that names its class") {
    const auto problems =
        vet_symbols({"_ZNSt13random_device9_M_getvalEv"}, {},
                    "void f() {\n    std::random_device chance;\n    chance();\n}");
    REQUIRE(problems.size() == 1);
    CHECK(problems[0] == Problem{2,
                                 "'std::random_device::_M_getval()' is not among the functions a "
                                 "submission may use; a generator with a fixed seed gives the same "
                                 "numbers each time"});
}

TEST_CASE("a symbol that would demangle to gigabytes is printed as it is") {
    std::string symbol = "_Z1fFvvE";
    for (int i = 0; i < 60; ++i)
        symbol += "FvS" + std::string(1, static_cast<char>('0' + i % 10)) + "_S_E";
    const auto problems = vet_symbols({symbol}, {}, "");
    REQUIRE(problems.size() == 1);
    CHECK(problems[0].text.size() < symbol.size() + 100);
}

TEST_CASE("streams print and read, and open no files") {
    for (const char* name :
         {"_ZNSo3putEc", "_ZNSo5flushEv", "_ZNSolsEi", "_ZNSirsERi", "_ZNSdD1Ev",
          "_ZNKSt9basic_iosIcSt11char_traitsIcEEntEv",
          "_ZTTNSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEEE",
          "_ZTVNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEEE", "_ZSt4cout", "_ZSt3cin"})
        CHECK(is_allowed_symbol(name));
    for (const char* name : {"_ZNSt13basic_filebufIcSt11char_traitsIcEEC1Ev",
                             "_ZNSt14basic_ofstreamIcSt11char_traitsIcEEC1EPKcSt13_Ios_Openmode",
                             "_ZN9__gnu_cxx13stdio_filebufIcSt11char_traitsIcEEC1Ev"})
        CHECK_FALSE(is_allowed_symbol(name));
}

TEST_CASE("translated programs may call only those simulator functions that simcc generates") {
    const std::set<std::string> simulator{"_Z13__syncthreadsPKci", "threadIdx", "_exit",
                                          "_ZN5cusim9configureE4dim3S0_m",
                                          "_ZN5cusim6report4emitENS0_7FindingE"};
    const auto problems = vet_symbols({simulator.begin(), simulator.end()}, simulator, "");
    REQUIRE(problems.size() == 2);
    CHECK(problems[0].text.starts_with("'cusim::report::emit("));
    CHECK(problems[1].text.starts_with("'_exit'"));
    CHECK(vet_symbols({"threadIdx"}, {}, "").size() == 1);
}

TEST_CASE("C library functions that the simulator replaces stay out of reach") {
    const std::set<std::string> simulator{
        "syscall",          "pthread_create",     "sleep",      "cublasSgemv_v2",
        "__announced_read", "__announced_strlen", "cudaMalloc", "cuMemAlloc"};
    const auto problems =
        vet_symbols({simulator.begin(), simulator.end()}, simulator, "\nlong a = read(0, p, 4);");
    REQUIRE(problems.size() == 5);
    CHECK(problems[0] == Problem{2, "'read' is not among the functions a submission may use"});
    CHECK(problems[1].text.starts_with("'cublasSgemv_v2'"));
    CHECK(problems[2].text.starts_with("'pthread_create'"));
    CHECK(problems[3].text.starts_with("'sleep'"));
    CHECK(problems[4].text.starts_with("'syscall'"));
}

TEST_CASE("mathematical functions are accepted in three widths, and nothing else is") {
    for (const char* name : {"sqrt", "sqrtf", "sqrtl", "fmaf", "lgammaf"})
        CHECK(is_allowed_symbol(name));
    for (const char* name : {"execl", "sqrtx", "f", "l", "", "mmap", "_exit", "syscall", "dlopen",
                             "_ZN6runner7Program3runEiPPc", "_ZNSt6thread4joinEv"})
        CHECK_FALSE(is_allowed_symbol(name));
}

// Otherwise it would read or write unseen, whatever the pointer leads to.
TEST_CASE("a function of the C library that is given a pointer is announced") {
    // Variables, and functions that are given numbers, or only return pointers.
    const std::set<std::string_view> without_pointers{
        "abort", "abs", "aligned_alloc", "calloc", "clock", "difftime", "div", "exit", "imaxabs",
        "imaxdiv", "isalnum", "isalpha", "isblank", "iscntrl", "isdigit", "isgraph", "islower",
        "isprint", "ispunct", "isspace", "isupper", "isxdigit", "labs", "ldiv", "llabs", "lldiv",
        "putchar", "rand", "srand", "stderr", "stdout", "strerror", "tolower", "toupper",
        // whose calls go to the runtime's own, without a prefix
        "free", "malloc"};
    int announced = 0;
    for (const std::string& name : allowed_c_functions()) {
        const bool is_announced = cusim::simcc::is_announced_function(name);
        announced += is_announced;
        CHECK_MESSAGE((is_announced || without_pointers.contains(name)), name);
    }
    CHECK(announced > 50);
    for (const char* const name : {"frexp", "modf", "nan", "remquo", "sincos"})
        for (const char* const type : {"", "f", "l"})
            CHECK(cusim::simcc::is_announced_function(std::string(name) + type));
}
