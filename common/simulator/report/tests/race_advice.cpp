// Advice on a race if the source and the threads' numbers show how it comes about.
#include "simulator/report/advice/race_advice.hpp"

#include "simulator/report/advice/explanation.hpp"
#include "simulator/report/tests/race_scenario.hpp"

using namespace cusim::report;
using namespace cusim::report::test;

namespace {

// Two threads of a block add to one element of Q on the same line; the block is (8, 64).
Settled two_sums(const StudentSource& source, int line, Dim3 thread, Dim3 other_thread) {
    Settled settled = two_writes(source, line, line, 0, {0, 0, 0}, thread, {0, 0, 0}, other_thread);
    settled.recorded.finding.variant = Variant::lost_update;
    settled.recorded.finding.variable = "Q";
    settled.recorded.finding.space = Space::shared;
    settled.recorded.block = {8, 64, 1};
    return settled;
}

// A kernel whose rows of threads add up by a function; the addition is on line 2.
std::string advice_on_rows(const std::string& numbers, const std::string& call, Dim3 thread,
                           Dim3 other_thread) {
    const StudentSource source(
        "__device__ void add_up(float* q, int z) {\n"
        "  for (int s = 4; s > 0; s /= 2) if (z < s) q[z] += q[z + s];\n}\n"
        "__global__ void k(float* y) {\n  __shared__ float Q[64];\n  " +
        numbers + "\n  " + call + "\n}\n");
    return race_advice(two_sums(source, 2, thread, other_thread));
}

std::string advice_on_sum(const std::string& line, Dim3 thread, Dim3 other_thread) {
    const StudentSource source(
        "__global__ void k(int n, float* y) {\n  __shared__ float Q[64];\n  " + line + "\n}\n");
    return race_advice(two_sums(source, 3, thread, other_thread));
}

}  // namespace

TEST_CASE("thread numbers missing from an index are named beside the advice to use an atomic") {
    const std::string text =
        advice_on_sum("for (int i = 0; i < n; i++) Q[i] += threadIdx.x;", {0, 0, 0}, {1, 0, 0});
    CHECK(text_has(text, "The index has no threadIdx.x in it"));
    CHECK(text_has(text, "use atomicAdd() or another atomic where they are to add to one"));
    CHECK(text_has(advice_on_sum("Q[threadIdx.x] += n;", {1, 0, 0}, {1, 3, 0}),
                   "no threadIdx.y in it"));
    CHECK_FALSE(text_has(advice_on_sum("Q += y[n];", {0, 0, 0}, {1, 0, 0}), "The index"));
}

TEST_CASE("an index that may contain the number counts as complete") {
    for (const char* const line :
         {"int i = threadIdx.x / 2; Q[i] += n;", "int i; i = threadIdx.x / 2; Q[i] += n;",
          "int i = number(); Q[i] += n;", "Q[int(y[threadIdx.x])] += n;"})
        CHECK(text_has(advice_on_sum(line, {0, 0, 0}, {1, 0, 0}),
                       "lost: use atomicAdd() or another atomic"));
}

TEST_CASE("a tree is not advised to use an atomic") {
    const std::string numbers = "int t = threadIdx.x / 8; int z = threadIdx.x % 8;";
    const std::string shared = advice_on_rows(numbers, "add_up(Q, z);", {0, 0, 0}, {8, 0, 0});
    CHECK(text_has(shared, "`add_up(Q, z)` hands the same array to all threads"));
    const std::string flat = advice_on_rows(numbers, "add_up(Q + t * 8, z);", {0, 3, 0}, {0, 4, 0});
    CHECK(text_has(flat, "The index has no threadIdx.y in it"));
    const std::string apart =
        advice_on_rows(numbers, "add_up(Q + t * 8, z);", {0, 0, 0}, {8, 0, 0});
    CHECK(text_has(apart, "is the index the one that is meant?"));
    for (const std::string& text : {shared, flat, apart}) CHECK_FALSE(text_has(text, "atomic"));
}

TEST_CASE("additions to one element on two lines need an atomic, and no barrier") {
    const auto advice = [](const std::string& first, const std::string& second, Op op, Op other) {
        const StudentSource source("__device__ void add(float* to, float v) {\n  " + first +
                                   "\n}\n__global__ void k(int i, float s, float* y) {\n  " +
                                   second + "\n}\n");
        Settled settled = two_writes(source, 2, 5, 0, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {1, 0, 0});
        settled.recorded.finding.self.op = op;
        settled.recorded.finding.other->op = other;
        return race_advice(settled);
    };
    for (const char* const first :
         {"to[1] += v;", "if (v > 0) to[1] += v;", "*to += v;", "to[1] = to[1] + v;", "to[1]++;"}) {
        const std::string text = advice(first, "y[i] += s;", Op::read, Op::write);
        CHECK(text_has(text, "use atomicAdd() on line 2 and on line 5"));
        CHECK_FALSE(text_has(text, "__syncthreads"));
        const std::string beside = advice(first, "atomicAdd(&y[i], s);", Op::write, Op::atomic);
        CHECK(text_has(beside, "loses what the atomic of line 5 adds in between"));
        CHECK_FALSE(text_has(beside, "__syncthreads"));
    }
    for (const char* const first :
         {"to[0] = v;", "to[0] += to[1];", "v = to[0]; to[1] += v;", "v += to[0];"})
        CHECK_FALSE(text_has(advice(first, "y[i] += s;", Op::read, Op::write), "atomicAdd() on"));
}

TEST_CASE("blocks that store one element before they take a ticket lack an index of their own") {
    const StudentSource source(
        "__global__ void k(float* y, int n) {\n  __shared__ bool last;\n  y[0] = n;\n"
        "  __threadfence();\n  last = atomicAdd(&tickets, 1) == n - 1;\n"
        "  if (last) y[0] = y[1];\n}\n");
    const auto advice = [&](int line, int other_line, Op other) {
        Settled settled =
            two_writes(source, line, other_line, 0, {1, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0});
        settled.recorded.finding.other->op = other;
        return race_advice(settled);
    };
    CHECK_FALSE(text_has(advice(3, 3, Op::write), "hands values"));
    CHECK(text_has(advice(3, 3, Op::write), "give each block elements of its own"));
    CHECK(text_has(advice(6, 6, Op::write), "the last of k that add 1 gets k - 1"));
    CHECK(text_has(advice(3, 6, Op::read), "the last of k that add 1 gets k - 1"));
}

TEST_CASE("a line that does not index the array strayed there, if no other name points there") {
    const StudentSource source(
        "__global__ void k(float* y, const float* A) {\n  __shared__ float t[8];\n"
        "  t[threadIdx.x] = A[threadIdx.x + 900];\n  y[threadIdx.x] = 1;\n}\n");
    Settled settled = two_writes(source, 3, 4, 5, {1, 0, 0}, {5, 0, 0}, {0, 0, 0}, {5, 0, 0});
    settled.recorded.finding.self.op = Op::read;
    settled.recorded.finding.address = 0x5014;
    settled.recorded.pointers = {{"y", 0x5000, 400}, {"A", 0x4000, 400}};
    CHECK(text_has(race_advice(settled), "This line does not index y"));
    settled.recorded.pointers[1] = {"A", 0x5000, 400};
    CHECK_FALSE(text_has(race_advice(settled), "does not index"));
    std::swap(settled.recorded.finding.self, *settled.recorded.finding.other);
    std::swap(settled.self, *settled.other);
    CHECK_FALSE(text_has(race_advice(settled), "does not read"));
    settled.recorded.pointers[1] = {"A", 0x4000, 400};
    CHECK(text_has(race_advice(settled), "Line 3 does not read y"));
}

TEST_CASE("an atomic whose result is added once more is reported") {
    const StudentSource source(
        "__global__ void k(float* y) {\n  y[0] += atomicAdd(&y[0], 1);\n}\n");
    Settled settled = two_writes(source, 2, 2, 0, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {1, 0, 0});
    settled.recorded.finding.self.op = Op::atomic;
    CHECK(text_has(race_advice(settled), "leave out `y[0] +=`"));
    CHECK_FALSE(text_has(race_advice(settled), "barrier"));
}

TEST_CASE("an atomic whose result is stored over its sum is reported") {
    const StudentSource source("__global__ void k(float* y) {\n  y[0] = atomicAdd(&y[0], 1);\n}\n");
    Settled settled = two_writes(source, 2, 2, 0, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {1, 0, 0});
    settled.recorded.finding.self.op = Op::atomic;
    CHECK(text_has(race_advice(settled), "leave out `y[0] =`"));
}

TEST_CASE("if all threads of a block store its one element, one of them should") {
    const StudentSource source("__global__ void k(float* y) {\n  y[blockIdx.x] = 1;\n}\n");
    Settled settled = two_writes(source, 2, 2, 1, {1, 0, 0}, {0, 0, 0}, {1, 0, 0}, {1, 0, 0});
    settled.recorded.finding.variant = Variant::same_value;
    CHECK(text_has(race_advice(settled), "element: let one thread of the block store it"));
    CHECK_FALSE(text_has(race_advice(settled), "blockDim.x"));
}

namespace {

// A thread of block 0 reads data[3] on line `read` while one of `writer` writes it on line `write`.
Settled read_and_write(const StudentSource& source, int read, int write, Dim3 writer) {
    Settled settled = two_writes(source, read, write, 3, {0, 0, 0}, {3, 0, 0}, writer, {70, 0, 0});
    settled.recorded.finding.self.op = Op::read;
    settled.recorded.finding.variable = "data";
    settled.recorded.finding.address = 0x500c;
    settled.recorded.pointers = {{"data", 0x5000, 400}, {"table", 0x4000, 400}};
    return settled;
}

}  // namespace

TEST_CASE("a read by another array's index is reported as that, and not as a race to be ordered") {
    const StudentSource source(
        "__global__ void k(float* data, const float* table, int n) {\n"
        "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
        "  for (int j = 0; j < n; j++) data[i] = table[n * i + j];\n"
        "  data[i] = data[i + 1] + table[i];\n}\n");
    Settled astray = read_and_write(source, 3, 3, {1, 0, 0});
    CHECK(
        race_advice(astray) ==
        "This line does not read data: the index of another array is so far outside that it leads "
        "there.");
    CHECK_FALSE(
        text_has(race_advice(read_and_write(source, 4, 4, {1, 0, 0})), "does not read data"));
}

// A kernel that changes which arrays its parameters point to; line 4 is the race.
std::string advice_after(const std::string& exchange, Op op) {
    const StudentSource source(
        "__global__ void k(float* data, float* next, int n) {\n"
        "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
        "  for (int turn = 0; turn < n; turn++) {\n"
        "    next[i] = next[i + 1];\n    " +
        exchange +
        "\n  }\n}\n"
        "__device__ void trade(float*& a, float*& b) {\n  float* c = a; a = b; b = c;\n}\n"
        "__device__ float first(const float* a, int n) {\n  return a[0];\n}\n");
    Settled race = read_and_write(source, 4, 4, {1, 0, 0});
    race.recorded.finding.self.op = op;
    return race_advice(race);
}

TEST_CASE("a parameter that the kernel gives another array is not said to stray into it") {
    for (const char* const other : {"i += 1;", "first(next, n);", "atomicAdd(next, 1);"})
        CHECK(text_has(advice_after(other, Op::read), "is so far outside"));
    for (const Op op : {Op::read, Op::write})
        for (const char* const exchange :
             {"float* other = data; data = next; next = other;", "std::swap(data, next);",
              "swap(next, data);", "exchange(&data, &next);", "trade(data, next);",
              "elsewhere<float>(data, next);"})
            CHECK_FALSE(text_has(advice_after(exchange, op), "is so far outside"));
}

TEST_CASE("no barrier of a block is advised for memory that other blocks may access") {
    const StudentSource source(
        "__device__ void keep(float* next, int at, float w) {\n  next[at] = w;\n}\n"
        "__global__ void k(const float* data, float* next) {\n"
        "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
        "  float w = data[i];\n  keep(next, 3, w);\n}\n");
    Settled race = read_and_write(source, 6, 2, {0, 0, 0});
    CHECK(race_advice(race) ==
          "No barrier orders the two. Line 6 calls this memory data, and line 2 calls it next: "
          "where these are meant to be apart, a pointer or an index leads from one into the other; "
          "else put a __syncthreads() between them, where every thread of the block reaches it, if "
          "no other block comes to these elements: between blocks it orders nothing, and what "
          "helps is a second array to write into, or two kernels.");
    race.recorded.grid = {1, 1, 1};
    CHECK(race_advice(race) ==
          "No barrier orders the two: put a __syncthreads() between them, where every thread of "
          "the block reaches it.");
}

TEST_CASE("memory passed to the launch twice is reported by both names") {
    const StudentSource source(
        "__global__ void k(const float* count, float* next) {\n"
        "  float n = count[0];\n  next[0] = n + 1;\n}\n");
    Settled race = read_and_write(source, 2, 3, {1, 0, 0});
    race.recorded.finding.address = 0x5000;
    race.recorded.pointers = {{"count", 0x5000, 64}, {"next", 0x5000, 64}};
    CHECK(text_has(race_advice(race),
                   "The launch hands this memory over twice, as count and as next."));
    race.recorded.pointers[1].address = 0x6000;
    CHECK_FALSE(text_has(race_advice(race), "twice"));
}

TEST_CASE("a condition on the block lets all of its threads come") {
    const auto advice = [](const std::string& line) {
        const StudentSource source("__global__ void k(float* y) {\n  int i = blockIdx.x;\n  " +
                                   line + "\n}\n");
        return race_advice(two_writes(source, 3, 3, 0, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {1, 0, 0}));
    };
    CHECK(text_has(advice("if (i == 0) y[i] = 1;"),
                   "`i == 0` on line 3 holds for all threads of that block"));
    CHECK_FALSE(text_has(advice("if (i == 0 && threadIdx.x < 2) y[i] = 1;"), "holds for"));
    CHECK_FALSE(text_has(advice("y[i] = 1;"), "holds for"));
}

TEST_CASE("a store and a read that take the array as rows of different lengths are told so") {
    const auto advice = [](const std::string& read) {
        const StudentSource source(
            "__global__ void k(int n, int m, float* y) {\n  int i = threadIdx.x;\n"
            "  y[blockIdx.x * n + i] = 1;\n  if (i < n) i_sum(y[" +
            read + "]);\n}\n");
        Settled settled = two_writes(source, 3, 4, 7, {0, 0, 0}, {7, 0, 0}, {1, 0, 0}, {3, 0, 0});
        settled.recorded.finding.other->op = Op::read;
        settled.recorded.numbers = {{"n", 33}, {"m", 2}};
        return race_advice(settled);
    };
    const std::string text = advice("i * m + blockIdx.x");
    CHECK(text_has(text, "Line 3 takes y as rows of n (33) elements, `blockIdx.x * n + i`"));
    CHECK(text_has(text, "line 4 as rows of m (2), `i * m + blockIdx.x`"));
    CHECK_FALSE(text_has(advice("i + 4"), "as rows of"));
}

TEST_CASE("an addition whose result is dropped and read back is told what the atomic returns") {
    const auto advice_on_lines = [](const std::string& adds, const std::string& reads) {
        const StudentSource source("__global__ void k(float* y, int p) {\n  " + adds + "\n  " +
                                   reads + "\n}\n");
        Settled settled = two_writes(source, 2, 3, 5, {0, 0, 0}, {1, 0, 0}, {0, 0, 0}, {0, 0, 0});
        settled.recorded.finding.self.op = Op::atomic;
        settled.recorded.finding.other->op = Op::read;
        return race_advice(settled);
    };
    const std::string told =
        "that is what the atomic returns: use that in place of `y[p]` on line 3";
    CHECK(text_has(advice_on_lines("atomicAdd(&y[p], 1);", "if (y[p] > 4) return;"), told));
    CHECK_FALSE(
        text_has(advice_on_lines("atomicAdd(&y[p], 1);", "if (y[p + 1] > 4) return;"), told));
    CHECK_FALSE(text_has(
        advice_on_lines("float old = atomicAdd(&y[p], 1);", "if (y[p] > 4) return;"), told));
}

TEST_CASE("a race of a line that goes beyond the array is not told a barrier") {
    const StudentSource source(
        "__global__ void k(float* y, int n) {\n  float at = y[threadIdx.x + n];\n"
        "  y[threadIdx.x] = at;\n}\n");
    Settled settled = two_writes(source, 2, 3, 5, {0, 0, 0}, {1, 0, 0}, {0, 0, 0}, {5, 0, 0});
    settled.recorded.finding.self.op = Op::read;
    settled.outside_on = 2;
    CHECK(race_advice(settled) == "Line 2 goes beyond y, too: that comes first.");
    settled.outside_on = 0;
    CHECK(text_has(race_advice(settled), "__syncthreads()"));
}

TEST_CASE("a race in a helper function names the calls in the kernel") {
    const StudentSource source(
        "__device__ void set(float* q) {\n  q[0] = 1;\n}\n"
        "__global__ void k(float* y) {\n  set(y);\n  set(y + 1);\n  y[2] = 1;\n}\n");
    const Settled inside = two_writes(source, 2, 7, 2, {}, {}, {}, {1, 0, 0});
    CHECK(text_has(message(inside), "set is called by k on lines 5 and 6."));
    const Settled outside = two_writes(source, 7, 7, 2, {}, {}, {}, {1, 0, 0});
    CHECK_FALSE(text_has(message(outside), "is called by"));
}

TEST_CASE("the down-sweep of a scan is not advised to use an atomic") {
    const StudentSource source(
        "__global__ void k(float* y) {\n  __shared__ float Q[64];\n  int t = threadIdx.x;\n"
        "  for (int d = 1; d < 32; d *= 2)\n    if (t < d) {\n"
        "      int a = 64 / d * t, b = a + 32 / d;\n      float x = Q[a];\n      Q[a] = Q[b];\n"
        "      Q[b] += x;\n    }\n}\n");
    Settled settled = two_writes(source, 8, 9, 0, {0, 0, 0}, {33, 0, 0}, {0, 0, 0}, {16, 0, 0});
    settled.recorded.finding.self.op = Op::read;
    settled.recorded.finding.variant = Variant::lost_update;
    settled.recorded.finding.variable = "Q";
    settled.recorded.finding.space = Space::shared;
    settled.recorded.block = {64, 1, 1};
    const std::string text = race_advice(settled);
    CHECK(text_has(text, "There is no __syncthreads() in the loop"));
    CHECK_FALSE(text_has(text, "atomicAdd"));
}

TEST_CASE("a barrier of the block is not taken for the grid's where a group of the grid is there") {
    const auto advice_with = [](const std::string& barrier) {
        const StudentSource source(
            "__global__ void k(float* y) {\n  cg::grid_group grid = cg::this_grid();\n"
            "  y[threadIdx.x] = 1;\n  " +
            barrier + ";\n  float at = y[threadIdx.x + 1];\n}\n");
        Settled settled = two_writes(source, 5, 3, 5, {0, 0, 0}, {4, 0, 0}, {1, 0, 0}, {5, 0, 0});
        settled.recorded.finding.self.op = Op::read;
        return race_advice(settled);
    };
    const std::string between = "The sync() of the grid's group stands between the two, on line 4";
    for (const char* const grid : {"grid.sync()", "cg::this_grid().sync()", "cg::sync(grid)"})
        CHECK(text_has(advice_with(grid), between));
    for (const char* const other : {"cg::this_thread_block().sync()", "block.sync()"}) {
        CHECK_FALSE(text_has(advice_with(other), between));
        CHECK(text_has(advice_with(other),
                       "__syncthreads() orders one block only: put the "
                       "sync() of the grid's group between the two"));
    }
}

TEST_CASE("a lock that a relaxed store gives back lacks the release, and no atomic addition") {
    const auto advice_with = [](const std::string& take, const std::string& give) {
        const StudentSource source(
            "__global__ void k(float* y) {\n  cuda::atomic_ref<int> lock(locks[0]);\n  " + take +
            "\n  y[0] += 1;\n  " + give + "\n}\n");
        Settled settled = two_writes(source, 4, 4, 0, {0, 0, 0}, {0, 0, 0}, {1, 0, 0}, {0, 0, 0});
        settled.recorded.finding.self.op = Op::read;
        settled.recorded.finding.variant = Variant::lost_update;
        return race_advice(settled);
    };
    const std::string take = "while (lock.exchange(1, cuda::memory_order_acquire) == 1) {}";
    const std::string give = "lock.store(0, cuda::memory_order_relaxed);";
    CHECK(advice_with(take, give) ==
          "`lock.store` on line 5 has memory_order_relaxed, so whoever sees it need not see what "
          "has been stored before it: give it cuda::memory_order_release.");
    CHECK(text_has(advice_with(take, "lock.store(0, cuda::memory_order_release);"),
                   "use atomicAdd()"));
    CHECK(text_has(advice_with(take, "__threadfence(); " + give), "use atomicAdd()"));
    CHECK(text_has(advice_with("while (other.exchange(1) == 1) {}", give), "use atomicAdd()"));
}

TEST_CASE("a static variable of a kernel is told to be shared, and no atomic is advised") {
    const auto advice_with = [](const std::string& declared) {
        const StudentSource source("__global__ void k(float* y) {\n  " + declared +
                                   "\n  sum += y[threadIdx.x];\n}\n");
        Settled settled = two_writes(source, 3, 3, 0, {0, 0, 0}, {0, 0, 0}, {1, 0, 0}, {0, 0, 0});
        settled.recorded.finding.self.op = Op::read;
        settled.recorded.finding.variable = "sum";
        settled.recorded.finding.variant = Variant::lost_update;
        return race_advice(settled);
    };
    CHECK(advice_with("static float sum = 0;") ==
          "`sum` is static on line 2, so all threads of all blocks share one `sum`: where each is "
          "to have its own, leave out `static`.");
    CHECK_FALSE(text_has(advice_with("static int n = 0;"), "leave out `static`"));
}
