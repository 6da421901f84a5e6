// In the manner of the vendor's samples: their helpers for checked calls, the choice of a device,
// arguments, timers, images and arithmetic on vectors.

// NVCC: -I common/simulator/include/samples
#include <cuda_runtime.h>
#include <helper_cuda.h>
#include <helper_functions.h>
#include <helper_math.h>

#include <cstdio>

static int failures = 0;
static void expect(bool good, const char* what) {
    if (good) return;
    ++failures;
    std::printf("FAILED %s\n", what);
}

struct Ray {
    float3 origin, direction;
};

__global__ void move(const Ray* rays, float4* results, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const Ray ray = rays[i];
    float3 at = ray.origin + 2.0f * normalize(ray.direction);
    at *= make_float3(1.0f, 2.0f, 3.0f);
    at -= 1.0f;
    results[i] = make_float4(clamp(at, -4.0f, 4.0f), dot(at, at));
}

static void vectors() {
    const int n = 3;
    Ray* rays;
    float4* results;
    checkCudaErrors(cudaMallocManaged(&rays, n * sizeof(Ray)));
    checkCudaErrors(cudaMallocManaged(&results, n * sizeof(float4)));
    for (int i = 0; i < n; ++i) rays[i] = {make_float3(float(i)), make_float3(0, 3, 4)};
    move<<<1, 32>>>(rays, results, n);
    getLastCudaError("move");
    checkCudaErrors(cudaDeviceSynchronize());
    expect(results[0].x == -1 && fabsf(results[0].y - 1.4f) < 1e-5f, "a ray");
    expect(fabsf(results[1].z - 4.0f) < 1e-5f && results[2].w > results[1].w, "clamped");
    const float3 up = cross(make_float3(1, 0, 0), make_float3(0, 1, 0));
    expect(up.z == 1 && length(lerp(up, -up, 0.5f)) == 0, "on the host, too");
    const int2 steps = max(make_int2(3, -1), make_int2(1)) + make_int2(make_float2(2.5f, 0.5f));
    expect(steps.x == 5 && steps.y == 1 && (make_uint4(2u) * 3u).w == 6, "of whole numbers");
    checkCudaErrors(cudaFree(rays));
    checkCudaErrors(cudaFree(results));
}

static void arguments_and_timers() {
    const char* arguments[] = {"program", "-width=512", "--verify", "-name=x.ppm"};
    char* name = nullptr;
    expect(checkCmdLineFlag(4, arguments, "verify"), "a flag");
    expect(!checkCmdLineFlag(4, arguments, "wid"), "no flag");
    expect(getCmdLineArgumentInt(4, arguments, "width") == 512, "a number");
    expect(getCmdLineArgumentString(4, arguments, "name", &name) && name[0] == 'x', "a name");
    StopWatchInterface* timer = nullptr;
    sdkCreateTimer(&timer);
    sdkStartTimer(&timer);
    checkCudaErrors(cudaDeviceSynchronize());
    sdkStopTimer(&timer);
    expect(sdkGetTimerValue(&timer) >= 0 && sdkGetAverageTimerValue(&timer) >= 0, "a timer");
    sdkResetTimer(&timer);
    sdkDeleteTimer(&timer);
    expect(timer == nullptr, "deleted");
}

static void images() {
    char name[] = "/tmp/simulated_image_XXXXXX";
    if (mkstemp(name) < 0) return expect(false, "a temporary file");
    unsigned char grey[6] = {0, 50, 100, 150, 200, 250};
    expect(sdkSavePGM(name, grey, 3, 2), "saved");
    unsigned char* read = nullptr;
    unsigned int width = 0, height = 0;
    expect(sdkLoadPGM(name, &read, &width, &height) && width == 3 && height == 2, "read");
    expect(compareData(grey, read, 6, 0.5f, 0.0f), "the same");
    free(read);
    std::remove(name);
    const float a[] = {1, 2, 3}, b[] = {1, 2, 3.001f};
    expect(sdkCompareL2fe(a, b, 3, 1e-2f) && !sdkCompareL2fe(a, b, 3, 1e-6f), "compared");
}

int main(int argc, char** argv) {
    findCudaDevice(argc, const_cast<const char**>(argv));
    vectors();
    arguments_and_timers();
    images();
    if (failures == 0) std::printf("OK\n");
    return failures;
}
