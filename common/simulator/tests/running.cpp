// Programs made by simcc as a user sees them: exit statuses, and the effect of environment
// variables.
#include <doctest/doctest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "workplace.hpp"

TEST_CASE("a program keeps its own exit status") {
    const Workplace place;
    place.write("a.cu", program_that_prints_7);
    REQUIRE(place.simcc("a.cu").status == 0);
    const auto ran = place.run("./a.out");
    CHECK(ran.output == "7\n");
    CHECK(ran.status == 3);
}

TEST_CASE("a program that returns 0 after an error was found exits with 66") {
    const Workplace place;
    place.write("a.cu",
                "__global__ void k(int* n) {\n    n[1] = 7;\n}\n"
                "int main() { int* n; cudaMalloc(&n, 4); k<<<1, 1>>>(n); cudaFree(n); }\n");
    REQUIRE(place.simcc("a.cu -o a").status == 0);
    const auto ran = place.run("./a", "SIM_REPORT=report.json");
    CHECK(ran.status == 66);
    CHECK(has(ran.errors, "a.cu:2"));
    CHECK(place.has("report.json"));
}

TEST_CASE(
    "a program asked to explain itself shows its launches from close up, and counts the same") {
    const Workplace place;
    place.write("a.cu",
                "__global__ void k(int* n) {\n"
                "    __shared__ int s[64];\n"
                "    s[threadIdx.x] = n[threadIdx.x * 8];\n"
                "    __syncthreads();\n"
                "    n[threadIdx.x] = s[63 - threadIdx.x];\n"
                "}\n"
                "int main() {\n"
                "    int* n;\n"
                "    cudaMalloc(&n, 64 * 8 * 4);\n"
                "    cudaMemset(n, 0, 64 * 8 * 4);\n"
                "    k<<<1, 64>>>(n);\n"
                "    cudaFree(n);\n"
                "}\n");
    REQUIRE(place.simcc("a.cu -o a").status == 0);
    CHECK(place.run("./a", "SIM_REPORT=plain.json").errors == "");
    const auto ran = place.run("./a", "SIM_EXPLAIN=1 SIM_REPORT=close.json");
    CHECK(has(ran.errors, ">     3 |     s[threadIdx.x] = n[threadIdx.x * 8];"));
    CHECK(has(ran.errors, "32 lanes take 32 sectors; 4 would do"));
    CHECK(has(ran.errors, "  a.cu:4                       1       64   2 2\n"));
    auto plain = nlohmann::json::parse(std::ifstream(place.path("plain.json")))["kernels"][0];
    auto close = nlohmann::json::parse(std::ifstream(place.path("close.json")))["kernels"][0];
    CHECK(close.erase("worst_lines") == 1);
    CHECK(close.erase("barrier_timeline") == 1);
    CHECK(plain == close);
}

TEST_CASE("the barriers seen from close up are those of the block asked for") {
    const Workplace place;
    place.write("a.cu",
                "__global__ void k(int* n) {\n"
                "    if (blockIdx.y == 1) n[threadIdx.x] = 0;\n"
                "    if (blockIdx.y == 1) __syncthreads();\n"
                "}\n"
                "int main() {\n"
                "    int* n;\n"
                "    cudaMalloc(&n, 64 * 4);\n"
                "    k<<<dim3(1, 2), 64>>>(n);\n"
                "    cudaFree(n);\n"
                "}\n");
    REQUIRE(place.simcc("a.cu -o a").status == 0);
    const auto said = [&](const char* block) {
        return place.run("./a", std::string("SIM_EXPLAIN=1 SIM_EXPLAIN_BLOCK=") + block).errors;
    };
    CHECK(has(said(""), "\nBlock (0,0,0) passed no barrier.\n"));
    CHECK(has(said("0,1"), "\nBarriers of block (0,1,0)\n"));
    CHECK(has(said("0,1"), "  a.cu:3                       1       64   1 1\n"));
    CHECK(has(said("2"), "\nThe grid has no block (2,0,0).\n"));
}

TEST_CASE("a setting that cannot be meant ends the program with 2 and a line that names it") {
    const Workplace place;
    place.write("a.cu", program_that_prints_7);
    REQUIRE(place.simcc("-G a.cu").status == 0);
    struct Setting {
        std::string variable, expected;
        std::vector<std::string> refused;
    };
    const Setting settings[] = {
        {"SIM_ORDER",
         "forward, reverse, random:SEED, compare, interleaved or witness:…",
         {"backward", "random", "random:", "random:x", "random:-1", "witness:junk"}},
        {"SIM_DEVICE", "one of h100 p100 k20c c2050 mini", {"H100", "h101"}},
        {"SIM_STOP_AT", "BLOCK:THREAD, as in 2:7 or 1,0:3,2", {"2", "2:", ":7", "a:b", "1:2:3"}},
        {"SIM_STEP_LIMIT",
         "millions of steps, from 1 to 1000000000",
         {"0", "-1", "1.5", "ten", "1000000001", "99999999999999999999"}},
        {"SIM_EXPLAIN", "1 or 0", {"yes", "2"}},
        {"SIM_AUDIT", "1 or 0", {"yes", "2"}},
        {"SIM_EXPLAIN_BLOCK",
         "a block, as in 2 or 1,0",
         {"x", "-1", "1,", "1,0,0,0", "4294967296", "1.5"}},
    };
    for (const auto& [variable, expected, refused] : settings) {
        CAPTURE(variable);
        CHECK(place.run("./a.out", variable + "=").status == 3);
        for (const std::string& text : refused) {
            const auto ran = place.run("./a.out", variable + "=" + text);
            CHECK(ran.status == 2);
            CHECK(ran.errors ==
                  "simulator: " + variable + " is \"" + text + "\"; expected " + expected + "\n");
        }
    }
}

TEST_CASE("where threads are interleaved, a sum read by one atomic and stored by another is lost") {
    const Workplace place;
    place.write("a.cu", R"(#include <cuda/atomic>
#include <cuda_pipeline.h>
#include <cstdio>
using Word = cuda::atomic_ref<int, cuda::thread_scope_device>;
__device__ void in_two_steps(int* at) { atomicExch(at, Word(*at).load() + 1); }
__device__ void by_an_idle_sum(int* at) { atomicExch(at, atomicAdd(at, 0) + 1); }
__device__ void once(int* at) { const int old = atomicAdd(at, 0); atomicCAS(at, old, old + 1); }
__device__ void by_a_volatile_read(int* at) {
    volatile int* seen = at;
    atomicExch(at, *seen + 1);
}
__device__ void by_a_copy(int* at) {
    __shared__ int seen;
    __pipeline_memcpy_async(&seen, at, sizeof seen);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    atomicExch(at, seen + 1);
}
// Reads so often before that it need not wait for others any more each time.
__device__ void at_last(int* at) {
    int own = 0;
    for (int i = 0; i < 64; i++) own += cuda::atomic_ref<int, cuda::thread_scope_thread>(own).load();
    in_two_steps(at);
}
__device__ void until_it_fits(int* at) {
    for (int old = atomicAdd(at, 0), seen = -1; seen != old;) {
        seen = old;
        old = atomicCAS(at, seen, seen + 1);
    }
}
template <void (*add)(int*)>
__global__ void k(int* sum) {
    __syncthreads();
    if (threadIdx.x == 0) add(sum);
}
template <void (*add)(int*)>
void print() {
    int* sum;
    cudaMallocManaged(&sum, sizeof(int));
    *sum = 0;
    k<add><<<4, 64>>>(sum);
    cudaDeviceSynchronize();
    std::printf("%d ", *sum);
    cudaFree(sum);
}
// So many wait before the others come that all of them would take more memory than there is.
__global__ void behind_a_crowd(int* at, int* other) {
    float own[2048];
    for (int i = 0; i < 2048; i += 128) own[i] = *other;
    if (blockIdx.x < 2048)
        atomicMax(other, Word(*other).load() + int(own[threadIdx.x]));
    else
        in_two_steps(at);
}
bool some_are_lost_behind_a_crowd() {
    int* sums;
    cudaMallocManaged(&sums, 2 * sizeof(int));
    sums[0] = sums[1] = 0;
    behind_a_crowd<<<2058, 256>>>(sums, sums + 1);
    cudaDeviceSynchronize();
    return sums[0] < 2560;
}
bool some_are_lost() {
    int* sum;
    cudaMallocManaged(&sum, sizeof(int));
    *sum = 0;
    k<at_last><<<64, 64>>>(sum);
    cudaDeviceSynchronize();
    return *sum < 64;
}
int main() {
    print<in_two_steps>();
    print<by_an_idle_sum>();
    print<once>();
    print<by_a_volatile_read>();
    print<by_a_copy>();
    print<until_it_fits>();
    std::printf("%d %d", some_are_lost(), some_are_lost_behind_a_crowd());
}
)");
    REQUIRE(place.simcc("a.cu").status == 0);
    CHECK(place.run("./a.out").output == "4 4 4 4 4 4 0 0");
    CHECK(place.run("./a.out", "SIM_ORDER=interleaved").output == "1 1 1 1 1 4 1 1");
}

TEST_CASE("a local variable that nothing was written to does not happen to be zero") {
    const Workplace place;
    place.write("a.cu",
                "#include <cstdio>\n"
                "__global__ void k(const float* x) {\n"
                "    float sum, parts[4];\n"
                "    for (int i = 0; i < 2; ++i) sum += x[i], parts[i] += x[i];\n"
                "    printf(\"%d %d\\n\", sum == 3, parts[1] == 2);\n"
                "}\n"
                "int main() {\n"
                "    const float host[] = {1, 2};\n"
                "    float* x;\n"
                "    cudaMalloc(&x, sizeof host);\n"
                "    cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);\n"
                "    k<<<1, 1>>>(x);\n"
                "    cudaDeviceSynchronize();\n"
                "    cudaFree(x);\n"
                "}\n");
    REQUIRE(place.simcc("a.cu -o a").status == 0);
    CHECK(place.run("./a").output == "0 0\n");
}

TEST_CASE("an audit names what a library function touches unseen, with the line that calls it") {
    const Workplace place;
    place.write("a.cu",
                "#include <cstdio>\n"
                "#include <cstdlib>\n"
                "#include <cstring>\n"
                "__global__ void k(int* n) { n[0] += 1; }\n"
                "int main() {\n"
                "    int* n;\n"
                "    char* text;\n"
                "    cudaMallocManaged(&n, 8);\n"
                "    cudaMallocManaged(&text, 8);\n"
                "    n[0] = 1;\n"
                "    k<<<1, 1>>>(n);\n"
                "    cudaDeviceSynchronize();\n"
                "    std::snprintf(text, 8, \"%d\", n[0]);\n"
                "    std::printf(\"%zu\\n\", std::strlen(text));\n"
                "    std::free(strdup(text));\n"
                "    cudaFree(n);\n"
                "    cudaFree(text);\n"
                "}\n");
    REQUIRE(place.simcc("a.cu -o a").status == 0);
    CHECK(place.run("./a").status == 0);
    const auto audited = place.run("./a", "SIM_AUDIT=1");
    CHECK(audited.status == 66);
    CHECK(audited.output == "1\n");
    CHECK(has(audited.errors, "a.cu:15: error: not supported by the simulator"));
    CHECK(has(audited.errors, "simulator: 1 error\n"));
}

TEST_CASE("SIM_STEP_LIMIT says how long a loop may go on before it is told as endless") {
    const Workplace place;
    place.write("a.cu",
                "__global__ void k(int* n, int turns) {\n"
                "    for (int i = 0; i < turns; ++i) n[0] = i;\n"
                "}\n"
                "int main(int argc, char**) {\n"
                "    int* n;\n"
                "    cudaMalloc(&n, 4);\n"
                "    k<<<1, 1>>>(n, argc > 1 ? 3 : 1500000);\n"
                "    cudaDeviceSynchronize();\n"
                "    cudaFree(n);\n"
                "}\n");
    REQUIRE(place.simcc("a.cu -o a").status == 0);
    const auto low = place.run("./a", "SIM_STEP_LIMIT=1");
    CHECK(low.status == 66);
    CHECK(has(low.errors, "a.cu:2"));
    CHECK(has(low.errors, "for 1 million"));
    CHECK(place.run("./a").status == 0);
}

TEST_CASE(
    "what a device's library computes and the simulator does not is an error, ignored or not") {
    const Workplace place;
    place.write(
        "a.cu",
        "#include <cublasLt.h>\n"
        "int main() {\n"
        "    cublasLtHandle_t lt;\n"
        "    cublasLtCreate(&lt);\n"
        "    cublasLtMatmulDesc_t how;\n"
        "    cublasLtMatmulDescCreate(&how, CUBLAS_COMPUTE_16F, CUDA_R_16F);\n"
        "    cublasLtMatrixLayout_t x;\n"
        "    cublasLtMatrixLayoutCreate(&x, CUDA_R_16F, 2, 2, 2);\n"
        "    void* data;\n"
        "    cudaMalloc(&data, 8);\n"
        "    const short one = 0x3c00, none = 0;\n"
        "    cublasLtMatmul(lt, how, &one, data, x, data, x, &none, data, x, data, x, nullptr,\n"
        "                   nullptr, 0, nullptr);\n"
        "    cudaFree(data);\n"
        "}\n");
    REQUIRE(place.simcc("a.cu -o a").errors == "");
    const auto told = place.run("./a");
    CHECK(told.status == 66);
    CHECK(has(told.errors, "a.cu:12: error: not supported by the simulator\n"));
    CHECK(has(told.errors, "cublasLtMatmul: the simulator has no sums in 16 bits."));
    CHECK(has(told.errors, "simulator: 1 error\n"));
}

TEST_CASE("types that cuBLAS and cuSPARSE have and the simulator lacks are named, status or not") {
    const Workplace place;
    place.write(
        "a.cu",
        "#include <cublas_v2.h>\n"
        "#include <cusparse.h>\n"
        "int main() {\n"
        "    cublasHandle_t blas;\n"
        "    cublasCreate(&blas);\n"
        "    void* data;\n"
        "    cudaMalloc(&data, 64);\n"
        "    const int one = 1, none = 0;\n"
        "    cublasGemmEx(blas, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 4, &one, data, CUDA_C_32F, 4, "
        "data,\n"
        "                 CUDA_C_32F, 4, &none, data, CUDA_C_32F, 4, CUBLAS_COMPUTE_32F,\n"
        "                 CUBLAS_GEMM_DEFAULT);\n"
        "    cublasDestroy(blas);\n"
        "    cusparseDnVecDescr_t halves, floats, doubles;\n"
        "    cusparseCreateDnVec(&halves, 4, data, CUDA_R_16F);\n"
        "    cusparseCreateDnVec(&floats, 4, data, CUDA_R_32F);\n"
        "    cusparseCreateDnVec(&doubles, 4, data, CUDA_R_64F);\n"
        "    cusparseSpMatDescr_t a;\n"
        "    cusparseCreateCsr(&a, 4, 4, 4, data, data, data, CUSPARSE_INDEX_32I,\n"
        "                      CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F);\n"
        "    cusparseHandle_t sparse;\n"
        "    cusparseCreate(&sparse);\n"
        "    const float x = 1, y = 0;\n"
        "    cusparseSpMV(sparse, CUSPARSE_OPERATION_NON_TRANSPOSE, &x, a, floats, &y, doubles,\n"
        "                 CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, nullptr);\n"
        "    cudaFree(data);\n"
        "}\n");
    REQUIRE(place.simcc("a.cu -o a").errors == "");
    const auto told = place.run("./a");
    CHECK(told.status == 66);
    CHECK(has(told.errors, "cublasGemmEx: the simulator has no elements other than reals of 16, "));
    CHECK(has(told.errors, "a.cu:14: error: not supported by the simulator\n"));
    CHECK(has(told.errors,
              "cusparseCreateDnVec: the simulator has no elements other than float and double."));
    CHECK(has(told.errors,
              "cusparseSpMV: the simulator has no operands and sums of different types."));
    CHECK(has(told.errors, "simulator: 3 errors\n"));
}

TEST_CASE("shared memory of another block of the cluster counts like the block's own") {
    const Workplace place;
    place.write("a.cu", R"(#include <cooperative_groups.h>
__global__ void __cluster_dims__(2) pair() {
    __shared__ int own[64];
    auto cluster = cooperative_groups::this_cluster();
    own[threadIdx.x] = threadIdx.x;
    cluster.sync();
    const int* other = cluster.map_shared_rank(own, 1 - cluster.block_rank());
    int sum = 0;
    for (int i = 0; i < 10; i++) sum += other[(threadIdx.x + i) % 64];
    cluster.sync();
    own[threadIdx.x] = sum;
}
int main() {
    pair<<<2, 64>>>();
    cudaDeviceSynchronize();
}
)");
    REQUIRE(place.simcc("a.cu").status == 0);
    place.run("./a.out", "SIM_REPORT=report.json");
    const auto kernels = nlohmann::json::parse(std::ifstream(place.path("report.json")))["kernels"];
    CHECK(kernels[0]["counters"]["shared_load_wavefronts"] == 40);
}
