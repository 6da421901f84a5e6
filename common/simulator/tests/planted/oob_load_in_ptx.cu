// A load in inline PTX is checked like any other: the last thread reads one element too far.
__global__ void shift(const int* in, int* out) {
    int next;
    asm volatile("ld.global.s32 %0, [%1+4];"  // EXPECT out_of_bounds
                 : "=r"(next)
                 : "l"(in + threadIdx.x));
    out[threadIdx.x] = next;
}

int main() {
    int *in, *out;
    cudaMalloc(&in, 32 * sizeof *in);
    cudaMalloc(&out, 32 * sizeof *out);
    cudaMemset(in, 0, 32 * sizeof *in);
    shift<<<1, 32>>>(in, out);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
}
