// Remedies that depend on the student's source line.
#include "simulator/report/advice/remedies.hpp"

#include "simulator/report/tests/student_source.hpp"
#include "tests/text_has.hpp"

using namespace cusim::report;
using namespace cusim::report::test;

namespace {

TextHas remedy_has(const Finding& finding, const std::string& line, const std::string& words) {
    const StudentSource source("void f() {\n" + line + "\n}\n");
    Settled settled;
    settled.self = source.line(2);
    settled.recorded.finding = finding;
    return text_has(remedy(settled), words);
}

}  // namespace

TEST_CASE("device memory that delete or free() is to give back asks for cudaFree") {
    const Finding finding{.kind = FindingKind::device_pointer,
                          .self = {.host = true, .op = Op::read}};
    for (const char* const line : {"delete data;", "delete[] data;", "free(data);"})
        CHECK(remedy_has(finding, line, "given back by cudaFree"));
    const Finding first{.kind = FindingKind::out_of_bounds, .self = {.host = true, .op = Op::read}};
    CHECK(remedy_has(first, "delete data;", "given back by cudaFree"));
    CHECK(remedy_has(finding, "delete list->data;", "copy it to the host with cudaMemcpy first"));
    CHECK(remedy_has(finding, "sum += data[0];", "copy it to the host with cudaMemcpy first"));
}

TEST_CASE("the remedy for a program in Python names what PyCUDA has") {
    Settled settled;
    settled.recorded.is_python = true;
    settled.recorded.finding = {.kind = FindingKind::unsynchronized_access, .self = {.host = true}};
    CHECK(remedy(settled).find("wait for it with cuda.Context.synchronize()") != std::string::npos);
    settled.recorded.finding = {.kind = FindingKind::host_pointer, .self = {.op = Op::read}};
    CHECK(remedy(settled).find("pass cuda.In(array)") != std::string::npos);
    settled.recorded.finding = {.kind = FindingKind::uninitialized_read, .self = {.op = Op::read}};
    CHECK(remedy(settled).find("cuda.mem_alloc does not clear memory") != std::string::npos);
}

TEST_CASE("what is added to, and holds no value, may be what is to be set") {
    Finding finding{.kind = FindingKind::uninitialized_read,
                    .self = {.op = Op::read},
                    .variable = "y",
                    .elements = 8,
                    .space = Space::global};
    const std::string words =
        "cudaMalloc does not clear memory: `y[i] += …` adds to what is there, so";
    CHECK(remedy_has(finding, "if (t == 0) y[i] += sum;", words));
    CHECK_FALSE(remedy_has(finding, "y[i] += y[j];", words));
    CHECK_FALSE(remedy_has(finding, "sum += y[i];", words));
    finding.space = Space::shared;
    CHECK(remedy_has(finding, "y[t][j] += sum;",
                     "Shared memory holds no values when a block starts: `y[t][j] += …` adds to "));
}

TEST_CASE("memory that is never freed asks for the counterpart of what allocates it") {
    const Finding finding{.kind = FindingKind::leak, .self = {.host = true}};
    CHECK(remedy_has(finding, "CHECK(cudaMalloc(&a, 4));", "Every cudaMalloc needs its cudaFree,"));
    CHECK(remedy_has(finding, "cudaHostAlloc(&a, 4, 0);",
                     "Every cudaHostAlloc needs its cudaFreeHost,"));
    CHECK(remedy_has(finding, "list->next = new Node(1);", "Every new needs its delete,"));
    CHECK(remedy_has(finding, "a = allocate(4);", "Every cudaMalloc needs its cudaFree,"));
}

TEST_CASE("what cannot be freed is told apart from a wrong copy") {
    const Finding finding{.kind = FindingKind::bad_copy, .self = {.host = true, .op = Op::free}};
    CHECK(remedy_has(finding, "cudaFree(a + 1);", "the address that the allocation returned"));
    CHECK_FALSE(remedy_has(finding, "cudaFree(a + 1);", "number of bytes"));
    Finding of_kernel = finding;
    of_kernel.variant = Variant::kernel_allocation;
    CHECK(remedy_has(of_kernel, "cudaFree(a);", "Free it in a kernel"));
    of_kernel.self.op = Op::copy;
    CHECK(remedy_has(of_kernel, "cudaMemcpy(a, b, 4, k);", "copy what is there"));
}

TEST_CASE("a block of length 0 is reported as such, and not as too large") {
    Finding finding{.kind = FindingKind::launch_error, .variant = Variant::empty_block};
    CHECK(remedy_has(finding, "k<<<1, b>>>();", "A length of the block is 0"));
    CHECK_FALSE(remedy_has(finding, "k<<<1, b>>>();", "fewer threads"));
    finding.variant = Variant::long_block;
    CHECK(remedy_has(finding, "k<<<1, b>>>();", "Take more blocks of fewer threads"));
}

TEST_CASE("a block of a warp too many may be rounded up too far") {
    const Finding finding{.kind = FindingKind::launch_error, .variant = Variant::little_too_large};
    CHECK(remedy_has(finding, "k<<<1, b>>>();", "Is their number rounded up too far?"));
}

TEST_CASE("a copy to a pointer's own address says to leave out the ampersand") {
    const Finding finding{.kind = FindingKind::bad_copy,
                          .self = {.host = true, .op = Op::copy},
                          .variant = Variant::own_address};
    CHECK(remedy_has(finding, "cudaMemcpy(&y, d, n, k);", "leave out the `&`"));
}

TEST_CASE("a copy that is refused for another reason is advised by that reason") {
    Finding finding{.kind = FindingKind::bad_copy, .self = {.host = true, .op = Op::copy}};
    const auto advice = [&](Variant variant, const char* words) {
        finding.variant = variant;
        CHECK(remedy_has(finding, "cudaMemcpy(y, d, n, k);", words));
    };
    advice(Variant::vector_object, "`data()`");
    advice(Variant::wrong_direction, "The destination comes first");
    advice(Variant::narrow_pitch, "a pitch those from row to row");
    advice(Variant::null_pointer, "Has its memory been allocated");
    advice(Variant::too_many_bytes, "count bytes");
    advice(Variant::negative_size, "Does a product of ints go beyond");
    advice(Variant::pointer_size, "a pointer to it does not know");
    advice(Variant::short_host_array, "No call of CUDA notices that");
    advice(Variant::none, "which of the two pointers is the device's");
}

TEST_CASE("a mask without the lane that calls is told from one that others do not come to") {
    const Finding finding{.kind = FindingKind::barrier_divergence,
                          .variant = Variant::unnamed_caller};
    CHECK(
        remedy_has(finding, "v += __shfl_down_sync(2, v, 1);", "A mask names the lanes that come"));
}

TEST_CASE("what is destroyed too early is a texture, a descriptor or memory") {
    Finding finding{.kind = FindingKind::use_after_free, .variant = Variant::texture_object};
    CHECK(remedy_has(finding, "y = tex1D<float>(t, x);", "after the last kernel that reads"));
    finding = {.kind = FindingKind::use_after_free,
               .self = {.host = true, .op = Op::copy},
               .variant = Variant::descriptor};
    CHECK(remedy_has(finding, "cusparseSpMV(a);", "Create each one before the first call"));
    finding.variant = Variant::none;
    CHECK(remedy_has(finding, "cudaMemcpy(a);", "Free memory after the last kernel"));
}

TEST_CASE("the advice is that the lanes which a shuffle waits for must reach it") {
    const Finding finding{.kind = FindingKind::barrier_divergence,
                          .variant = Variant::warp_barrier};
    CHECK(remedy_has(finding, "v += __shfl_down_sync(~0u, v, 1);",
                     "let all lanes of the warp come to it"));
    CHECK(remedy_has(finding, "__syncwarp();", "let all of them come, or name only those that do"));
}

TEST_CASE("an unwritten read may go too far, unless nothing at all has been stored") {
    Finding finding{.kind = FindingKind::uninitialized_read,
                    .self = {.op = Op::read},
                    .variable = "Q",
                    .index = 96,
                    .elements = 1024,
                    .space = Space::shared};
    CHECK(remedy_has(finding, "s += Q[t];", "either the read goes too far"));
    finding.stored = StoredPart{.count = 96, .first = 0, .last = 95};
    CHECK(remedy_has(finding, "s += Q[t];", "Only Q[0] to Q[95] have been stored. Shared memory"));
    finding.stored = StoredPart{.count = 1023, .first = 96, .last = 96, .is_gap = true};
    CHECK(remedy_has(finding, "s += Q[t];", "All of Q but Q[96] has been stored. "));
    finding.stored = StoredPart{.count = 500};
    CHECK(remedy_has(finding, "s += Q[t];", "Of the 1024 elements of Q, 500 have been stored. "));
    finding.stored = StoredPart{};
    CHECK(remedy_has(finding, "s += Q[t];", "No element of Q has been stored. "));
    CHECK_FALSE(remedy_has(finding, "s += Q[t];", "goes too far"));
    finding.space = Space::global;
    CHECK(remedy_has(finding, "s += Q[t];", "must have stored what is read"));
    finding.stored = StoredPart{.count = 96, .first = 0, .last = 95};
    CHECK(remedy_has(finding, "s += Q[t];", "either the read goes too far, or what should have"));
}

TEST_CASE("what is freed twice is to be freed once") {
    const Finding finding{.kind = FindingKind::use_after_free,
                          .self = {.host = true, .op = Op::free},
                          .cause = "it has been freed before"};
    CHECK(remedy_has(finding, "cudaFree(data);", "Each allocation is freed once"));
    CHECK_FALSE(remedy_has(finding, "cudaFree(data);", "after the last kernel"));
}

TEST_CASE(
    "two arrays that are exchanged in a call are named where only one of them holds a value") {
    const StudentSource source(
        "__global__ void k(int n, float* y, const float* x, const float* b) {\n"
        "  y[threadIdx.x] = x[threadIdx.x] + b[threadIdx.x];\n}\n");
    Settled settled;
    settled.self = source.line(2);
    settled.recorded = {
        .finding = {.kind = FindingKind::uninitialized_read,
                    .self = {.op = Op::read},
                    .variable = "b",
                    .index = 0,
                    .elements = 64,
                    .element_size = 4,
                    .space = Space::global,
                    .stored = StoredPart{}},
        .kernel = "k",
        .grid = {1, 1, 1},
        .block = {64, 1, 1},
        .pointers = {
            {"y", 0x1000, 256, true}, {"x", 0x2000, 256, true}, {"b", 0x3000, 256, false}}};
    const std::string words =
        "y has the same size and holds what was copied there, and k only stores to it: are b and y "
        "exchanged in a call?";
    CHECK(remedy(settled).find(words) != std::string::npos);
    settled.recorded.pointers[0].is_copied = false;
    CHECK(remedy(settled).find("exchanged") == std::string::npos);
    settled.recorded.pointers[0] = {"y", 0x1000, 512, true};
    CHECK(remedy(settled).find("exchanged") == std::string::npos);
}

namespace {

// A kernel that comes to host memory at 0x5000.
std::string advice_on_host_memory(std::vector<Pointer> pointers, std::vector<HostPointer> to_host) {
    Settled settled;
    settled.recorded = {
        .finding = {.kind = FindingKind::host_pointer, .self = {.op = Op::read}, .address = 0x5000},
        .kernel = "k",
        .grid = {1, 1, 1},
        .block = {64, 1, 1},
        .pointers = std::move(pointers),
        .to_host = std::move(to_host)};
    return remedy(settled);
}

}  // namespace

TEST_CASE("host memory that no argument points to is reached by an index, not by its pointer") {
    const std::vector<Pointer> device = {{"y", 0x7f0000000000, 256}};
    const std::string strayed = "No argument of the launch points there: either an index";
    const std::string pass_device = "allocate with cudaMalloc, copy with cudaMemcpy, and pass that";
    CHECK(advice_on_host_memory(device, {}).starts_with(strayed));
    CHECK(advice_on_host_memory(device, {{"x", std::uintptr_t{1} << 40}}).starts_with(strayed));
    CHECK(advice_on_host_memory(device, {{"x", 0x4000}}).find(pass_device) != std::string::npos);
    CHECK(advice_on_host_memory(device, {{"x", 0x4000}})
              .starts_with("The launch hands over `x`, which leads to host memory. "));
    CHECK(advice_on_host_memory(device, {{"x", 0x4000}, {"task", 0x4800, true}})
              .starts_with("The launch hands over `x` and `task` with a pointer, which lead to "));
    CHECK(advice_on_host_memory({}, {}).find(pass_device) != std::string::npos);
}
