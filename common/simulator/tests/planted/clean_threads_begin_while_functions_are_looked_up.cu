// A slow loader: the first thread looks up the C library's functions while the second, which does
// not have its turn yet, needs the same ones. Once the second waited for its turn within the
// look-up, and both for ever.
#include <cuda_runtime.h>
#include <dlfcn.h>
#include <sys/syscall.h>

#include <cstring>
#include <ctime>
#include <thread>

namespace {

// By the instruction itself: nanosleep() and syscall() are among the functions that are looked up.
void rest(long milliseconds) {
    const timespec length{0, milliseconds * 1'000'000};
    long result;
    asm volatile("syscall"
                 : "=a"(result)
                 : "a"(SYS_nanosleep), "D"(&length), "S"(0)
                 : "rcx", "r11", "memory");
}

}  // namespace

extern "C" void* dlsym(void* handle, const char* name) noexcept {
    static void* (*const look_up)(void*, const char*) =
        reinterpret_cast<void* (*)(void*, const char*)>(dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.34"));
    if (std::strcmp(name, "syscall") == 0) rest(20);
    return look_up(handle, name);
}

__global__ void increment(int* p) {
    *p += 1;
}

int main() {
    int* device;
    cudaMalloc(&device, sizeof(int));
    cudaMemset(device, 0, sizeof(int));
    std::thread{[=] { increment<<<1, 1>>>(device); }}.join();
    int result = 0;
    cudaMemcpy(&result, device, sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(device);
    return result == 1 ? 0 : 1;
}
