// Advice on an index out of bounds, depending on what is known about it.
#include "simulator/report/advice/bounds_advice.hpp"

#include <doctest/doctest.h>

#include "simulator/report/advice/explanation.hpp"
#include "simulator/report/tests/index_access.hpp"
#include "simulator/report/tests/scenario.hpp"
#include "simulator/report/tests/student_source.hpp"

using namespace cusim::report;
using namespace cusim::report::test;

namespace {

// Four blocks of 256; y has 1000 floats.
Finding access(long index, Dim3 block, Dim3 thread) {
    return {.kind = FindingKind::out_of_bounds,
            .self = thread_at(12, Op::write, block, thread, "no-such-file.cu"),
            .variable = "y",
            .index = index,
            .elements = 1000,
            .element_size = 4,
            .space = Space::global};
}

Settled with_numbers(const Finding& finding, const std::vector<Number>& numbers) {
    Settled result = settled(finding);
    result.recorded.numbers = numbers;
    return result;
}

bool advises(const Finding& finding, const std::vector<Number>& numbers, const std::string& words) {
    const std::string text = bounds_advice(with_numbers(finding, numbers));
    INFO(text);
    return text.find(words) != std::string::npos;
}

bool advises(const Finding& finding, const std::string& words) {
    return advises(finding, {}, words);
}

}  // namespace

TEST_CASE("a thread whose own number is outside lacks a guard") {
    const Finding finding = access(1000, {3, 0, 0}, {232, 0, 0});
    CHECK(bounds_advice(settled(finding)) ==
          "The last element is y[999]. The index is the thread's number in the grid, and 24 of the "
          "1024 threads have no element: only those may come here that have one, as by `if (i < "
          "n)`.");
}

TEST_CASE("without the text no cause is made up from numbers that happen to fit") {
    CHECK(advises(access(51234, {0, 0, 0}, {5, 0, 0}), "Check how the index is computed"));
    CHECK_FALSE(advises(access(51234, {0, 0, 0}, {5, 0, 0}), "if (i < n)"));
}

TEST_CASE("on the host no thread's number is mentioned") {
    Finding finding = access(1003, {0, 0, 0}, {0, 0, 0});
    finding.self.host = true;
    finding.space = Space::host;
    CHECK(advises(finding, "The last element is y[999]. Check how the index is computed"));
    finding.index = std::nullopt;
    CHECK(advises(finding, "whether the pointer has been given a value"));
}

TEST_CASE("a negative index is reported as negative, even if it has become unsigned") {
    CHECK(advises(access(-500, {0, 0, 0}, {5, 0, 0}), "The index is negative"));
    CHECK(advises(access(4294967292, {0, 0, 0}, {5, 0, 0}), "is -4 in unsigned arithmetic"));
}

TEST_CASE("as many bytes as threads are elements miscounted, or a guard is missing") {
    Finding finding = access(256, {1, 0, 0}, {0, 0, 0});
    finding.elements = 256;
    CHECK(advises(finding, "n * sizeof(float)"));
    CHECK(advises(finding, "if (i < n)"));
}

TEST_CASE("as many elements as an argument says are right, and a guard is missing") {
    Finding finding = access(256, {1, 0, 0}, {0, 0, 0});
    finding.elements = 256;
    CHECK(advises(finding, {{"n", 256}}, "768 of the 1024 threads have no element"));
    CHECK_FALSE(advises(finding, {{"n", 256}}, "sizeof"));
}

TEST_CASE("as many bytes as an argument says elements are elements miscounted") {
    const Finding finding = access(1000, {0, 0, 0}, {5, 0, 0});
    CHECK(
        advises(finding, {{"n", 4000}}, "It has 4000 bytes, and n is 4000: cudaMalloc takes the"));
    CHECK(advises(finding, {{"rows", 40}, {"cols", 100}}, "rows * cols is 4000"));
}

TEST_CASE(
    "dynamic shared memory is counted in bytes by the launch, an array of fixed size is not") {
    Finding finding = access(64, {0, 0, 0}, {64, 0, 0});
    finding.elements = 64;
    finding.space = Space::shared;
    Settled dynamic = settled(finding);
    dynamic.recorded.dynamic_shared = 256;
    CHECK(bounds_advice(dynamic).find("a size given in the launch counts bytes") !=
          std::string::npos);
    CHECK(advises(finding, "192 of the 256 threads have no element"));
    CHECK_FALSE(advises(finding, "bytes"));
}

TEST_CASE("an array whose bound the compiler knows is reported like a shared one") {
    Finding finding = access(16, {3, 0, 0}, {16, 0, 0});
    finding.space = Space::local;
    finding.variable.clear();
    finding.elements = 16;
    CHECK(advises(finding, "The last index is 15. The index is the thread's number in its block"));
}

TEST_CASE("the row's number counts where rows are the elements") {
    Finding finding = access(1000, {0, 4, 0}, {3, 8, 0});
    const auto advice = bounds_advice(settled(finding, {2, 8, 1}, {16, 248, 1}));
    INFO(advice);
    CHECK(advice.find("984 of the 1984 threads in y") != std::string::npos);
}

TEST_CASE("in shared memory the number within the block counts") {
    Finding finding = access(128, {3, 0, 0}, {128, 0, 0});
    finding.space = Space::shared;
    finding.elements = 128;
    CHECK(advises(finding, "number in its block, and 128 of the 256 threads"));
}

TEST_CASE("where the index is unknown, the advice is general") {
    Finding finding = access(0, {0, 0, 0}, {0, 0, 0});
    finding.index.reset();
    CHECK(advises(finding, "number of bytes"));
}

TEST_CASE("shared memory of the launch: bytes for elements, unless the launch computes bytes") {
    const auto told = [](const std::string& bytes) {
        const StudentSource source(
            "__global__ void reduce() {\nextern __shared__ float Q[];\n"
            "float* row = at(Q);\nrow[t] = 1;\n}\nvoid f() {\n"
            "reduce<<<1, block, " +
            bytes + ">>>();\n}\n");
        Finding finding = access(40, {0, 0, 0}, {8, 1, 0});
        finding.space = Space::shared;
        finding.elements = 32;
        Settled result = settled(finding, {1, 1, 1}, {32, 4, 1});
        result.recorded.dynamic_shared = 128;
        result.self = source.line(4);
        return bounds_advice(result);
    };
    CHECK(told("128").find("multiply by the size of an element") != std::string::npos);
    CHECK(told("sizeof(float) * 32").find("multiply by") == std::string::npos);
    CHECK(
        told("sizeof(float) * 32")
            .ends_with("its size is what the launch says, 128 bytes. This access ends at byte 164: "
                       "either the launch gives too few bytes (third in <<<blocks, threads, "
                       "bytes>>>), or the index goes too far."));
}

TEST_CASE("bytes of a launch that are computed without sizeof are told as written") {
    const auto told = [](const std::string& bytes) {
        const StudentSource source(
            "__global__ void reduce() {\nextern __shared__ float Q[];\n"
            "float* row = at(Q);\nrow[t] = 1;\n}\nvoid f(int sx, int sy, size_t given) {\n"
            "copy(y, sizeof(float) * sx);\nsize_t bytes = sx * sy;\nsize_t all = sizeof(float) * "
            "bytes;\nreduce<<<1, block, " +
            bytes + ">>>();\n}\n");
        Finding finding = access(40, {0, 0, 0}, {8, 1, 0});
        finding.space = Space::shared;
        finding.elements = 32;
        Settled result = settled(finding, {1, 1, 1}, {16, 4, 1});
        result.recorded.dynamic_shared = 128;
        result.self = source.line(4);
        return bounds_advice(result);
    };
    CHECK(told("sx * sy").find("The launch says `sx * sy`, without sizeof") != std::string::npos);
    CHECK(told("bytes").find("The launch says `bytes`, without sizeof") != std::string::npos);
    for (const char* const right : {"all", "sizeof(float) * bytes", "4 * sx * sy", "given"})
        CHECK(told(right).find("without sizeof") == std::string::npos);
}

TEST_CASE("a launch by the runtime's function computes bytes as one by chevrons does") {
    const StudentSource source(
        "__global__ void reduce(int n) {\nextern __shared__ float Q[];\nfloat* row = at(Q);\n"
        "row[t] = 1;\n}\nvoid f() {\nsize_t bytes = sizeof(float) * sx;\n"
        "cudaLaunchCooperativeKernel(reduce, 1, block, arguments, bytes, 0);\n}\n");
    Finding finding = access(8, {0, 0, 0}, {0, 1, 0});
    finding.space = Space::shared;
    finding.elements = 8;
    Settled result = settled(finding, {1, 1, 1}, {8, 4, 1});
    result.recorded.dynamic_shared = 32;
    result.recorded.numbers = {{"n", 32}};
    result.self = source.line(4);
    CHECK(bounds_advice(result).find("multiply by the size") == std::string::npos);
}

TEST_CASE("a size is reported as one in bytes only if the array has just as many") {
    Finding finding = access(8, {0, 0, 0}, {0, 1, 0});
    finding.space = Space::shared;
    finding.elements = 8;
    Settled result = settled(finding, {1, 1, 1}, {8, 4, 1});
    result.recorded.dynamic_shared = 32;
    result.recorded.numbers = {{"n", 33}};
    CHECK(bounds_advice(result).find("33") == std::string::npos);
}

TEST_CASE(
    "a pointer that a helper is handed need not be meant to point into the array it leads to") {
    const StudentSource source(
        "__device__ float load(const float* from) {\nreturn *from;\n}\n"
        "__global__ void reduce(Task task) {\nfloat a = load(task.x);\n}\n");
    Finding finding = access(-8, {0, 0, 0}, {0, 0, 0});
    finding.variable = "task.A";
    Settled result = settled(finding);
    result.self = source.line(2);
    result.called = Call{"load", source.line(5)};
    CHECK(
        bounds_advice(result) ==
        "It is handed `task.x`: where that is to point into another array than task.A, it has gone "
        "so far beyond it that it leads here.");
    result.recorded.finding.variable = "task.x";
    CHECK(bounds_advice(result).find("point into another array") == std::string::npos);
    result.recorded.finding.index = result.recorded.finding.elements;
    CHECK(bounds_advice(result).ends_with(
        "It is handed `task.x`: check what moves that pointer on and how often, the sizes by which "
        "it goes, and the condition under which line 5 comes to it."));
}

TEST_CASE("a copy that reads beyond an array of the host is not told about an index") {
    const auto advice_on = [](const std::string& line) {
        const StudentSource source("void f(float* b) {\n" + line + "\n}\n");
        Settled settled;
        settled.self = source.line(2);
        settled.recorded.finding = {.kind = FindingKind::out_of_bounds,
                                    .self = {.host = true, .op = Op::read},
                                    .variable = "b",
                                    .index = 3,
                                    .elements = 3,
                                    .element_size = 4,
                                    .space = Space::host};
        return bounds_advice(settled);
    };
    CHECK(advice_on("cudaMemcpy(d, b, 1020, cudaMemcpyHostToDevice);") ==
          "The last element is b[2]. A copy on this line takes more than the 12 bytes of b: is "
          "that the array that is meant, and is the size its own?");
    CHECK(advice_on("sum += b[i];").find("copy") == std::string::npos);
}

TEST_CASE("a helper that gets a pointer called after one astray is told of that one") {
    const StudentSource source(
        "__device__ float load(const float* from) {\n  return *from;\n}\n"
        "__global__ void k(Task task) {\n  Walk walk = {task.x};\n  y[0] = load(walk.x);\n}\n");
    Settled settled;
    settled.self = source.line(2);
    settled.called = Call{"load", source.line(6)};
    settled.recorded = {.finding = {.kind = FindingKind::out_of_bounds,
                                    .self = {.op = Op::read},
                                    .element_size = 4,
                                    .address = 0x5000,
                                    .space = Space::global},
                        .kernel = "k",
                        .grid = {1, 1, 1},
                        .block = {64, 1, 1},
                        .astray = {"task.x"}};
    CHECK(bounds_advice(settled).starts_with(
        "It is handed `walk.x`. The launch hands over `task.x` as an address at which"));
    settled.recorded.astray = {"task.y"};
    CHECK_FALSE(bounds_advice(settled).starts_with("It is handed"));
}

TEST_CASE("an index whose variables are not known is told as the row that it means") {
    const std::string unknown = "int i = y[0], j = y[1];\n";
    const std::string text = advice_on({.text = unknown + "y[2] += A[i * m + j];", .index = 705});
    CHECK(advice_has(text,
                     "Here `i * m + j` is 705. With rows of m (7) elements, that is column "
                     "5 of row 100, and A has 100"));
    const std::string odd =
        advice_on({.text = unknown + "y[2] += A[i * m + j];", .index = 705, .elements = 699});
    CHECK(advice_has(odd, "The 699 elements of A are no whole number of rows of m (7) elements"));
}

TEST_CASE("what a float is multiplied by before it becomes an index is no length of a row") {
    const std::string unknown = "float v = x[0]; int i = y[0];\n";
    for (const char* index : {"(int)(v * m)", "int(v * m)", "static_cast<int>(v * m)",
                              "i + (int)floorf(v * m)", "__float2int_rd((v - 1) * m)"}) {
        CAPTURE(index);
        const std::string text =
            advice_on({.text = unknown + "y[2] += A[" + index + "];", .index = 705});
        CHECK_FALSE(advice_has(text, "rows of m"));
    }
}

TEST_CASE("a declaration on the line, which has no index, is not told as one") {
    const std::string text = advice_on({.text = "extern float A[]; y[2] += A[i];", .index = 705});
    CHECK_FALSE(advice_has(text, "``"));
}

TEST_CASE("an index that is one variable is told with what the conditions say of it") {
    const std::string place = "int p = y[0], q = next();\n";
    CHECK(advice_has(advice_on({.text = place + "A[q] = 1;", .index = 700}),
                     "No condition on the way here looks at `q`: A has room for 700"));
    CHECK(advice_has(advice_on({.text = place + "if (q >= 0 && p < 3) A[q] = 1;", .index = 700}),
                     "`q >= 0`: A has room for 700"));
}

TEST_CASE(
    "in a helper function that is handed a part of the array, the index is that in the part") {
    const StudentSource source(
        "__device__ void add_up(float* q, int z) {\n"
        "  for (int s = 32; s > 0; s /= 2) q[z] += q[z + s];\n}\n"
        "__global__ void k(float* y) {\n  __shared__ float Q[512];\n  int t = threadIdx.x / 64;\n"
        "  add_up(&Q[t * 64], threadIdx.x % 64);\n}\n");
    Settled settled;
    settled.self = source.line(2);
    settled.recorded = {.finding = {.kind = FindingKind::out_of_bounds,
                                    .self = {.thread = {480, 0, 0}, .op = Op::read},
                                    .variable = "Q",
                                    .index = 512,
                                    .elements = 512,
                                    .element_size = 4,
                                    .space = Space::shared},
                        .kernel = "k",
                        .grid = {1, 1, 1},
                        .block = {512, 1, 1}};
    CHECK(
        advice_has(bounds_advice(settled),
                   "`q` is `&Q[t * 64]` in the call on line 7, here Q[448]. Here `z + s` is 64."));
    CHECK(advice_has(message(settled), "add_up is called by k on line 7."));
}

TEST_CASE("what a helper is handed as an index, and by what its pointer is moved, is told once") {
    const StudentSource source(
        "__device__ void add_up(float* q, int z) {\n"
        "  for (int s = 32; s > 0; s /= 2) q[z] += q[z + s];\n}\n"
        "__global__ void k(float* y) {\n  __shared__ float Q[512];\n  int t = threadIdx.x / 64;\n"
        "  int z = threadIdx.x % 64;\n  add_up(&Q[t * 64 + z], z);\n}\n");
    Settled settled;
    settled.self = source.line(2);
    settled.recorded = {.finding = {.kind = FindingKind::out_of_bounds,
                                    .self = {.thread = {500, 0, 0}, .op = Op::read},
                                    .variable = "Q",
                                    .index = 584,
                                    .elements = 512,
                                    .element_size = 4,
                                    .space = Space::shared},
                        .kernel = "k",
                        .grid = {1, 1, 1},
                        .block = {512, 1, 1}};
    CHECK(advice_has(bounds_advice(settled),
                     "`q` is `&Q[t * 64 + z]` in the call on line 8, here Q[500]. `z` is in the "
                     "index, too: does the index take in once more what the pointer has been moved "
                     "by? Here `z + s` is 84."));
}

TEST_CASE("an index before the array, by a pointer, is not told of rows and columns") {
    const std::string text =
        advice_on({.text = "float* p = A + y[0] * n;\nfloat* q = p;\n*q = 1;", .index = -3});
    CHECK(advice_has(text, "It lies before the array"));
    CHECK_FALSE(advice_has(text, "row times"));
}

TEST_CASE("a pointer that has been moved is named, and no value of an index that it is added to") {
    const std::string moved =
        "The pointer `p` is moved by `p += i * m` on line 4, and `j` counts from where it then "
        "points: does the index take in once more what the pointer has been moved by?";
    const std::string head = "int i = threadIdx.x;\nconst float* p = A;\np += i * m;\n";
    const std::string loop = "for (int j = threadIdx.x % 4; j < m; j += 4) ";
    const auto advice_at = [&](const std::string& text, const std::string& variable, long index) {
        return advice_on({.text = text, .variable = variable, .index = index, .thread = 140});
    };
    CHECK(advice_has(advice_at(head + loop + "y[i] += p[j];", "A", 984), moved));
    const std::string text = advice_at(head + loop + "y[i] += p[j] * x[j];", "x", -3);
    CHECK(advice_has(text, moved));
    CHECK_FALSE(advice_has(text, "Here"));
    CHECK_FALSE(
        advice_has(advice_at("int i = threadIdx.x;\n" + loop + "y[i] += A[i * m + j];", "A", 984),
                   "The pointer"));
}
