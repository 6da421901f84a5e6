// 256 blocks of 256 threads, and little said about it.
#include <iostream>
#include <vector>
using namespace std;

__global__ void saxpy(int n, float a, float *x, float *y) {
    int i = blockIdx.x*blockDim.x + threadIdx.x;
    if (i < n) y[i] = a*x[i] + y[i];
}

__global__ void tree(const float *in, float *out) {
    __shared__ float s[256];
    const unsigned t = threadIdx.x;
    s[t] = in[blockIdx.x * 256 + t];
    for (unsigned h = 128; h; h /= 2) {
        __syncthreads();
        if (t < h) s[t] += s[t + h];
    }
    if (!t) out[blockIdx.x] = s[0];
}

int main(void) {
    const int N = 256 * 256;
    vector<float> x(N, 1.0f), y(N, 2.0f), sums(256);
    float *d_x, *d_y, *d_s;
    cudaMalloc(&d_x, N*sizeof(float));
    cudaMalloc(&d_y, N*sizeof(float));
    cudaMalloc(&d_s, 256*sizeof(float));
    cudaMemcpy(d_x, x.data(), N*sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(d_y, y.data(), N*sizeof(float), cudaMemcpyHostToDevice);
    saxpy<<<(N+255)/256, 256>>>(N, 2.0f, d_x, d_y);
    tree<<<256, 256>>>(d_y, d_s);
    tree<<<1, 256>>>(d_s, d_s);
    cudaMemcpy(y.data(), d_y, N*sizeof(float), cudaMemcpyDeviceToHost);
    cudaMemcpy(sums.data(), d_s, sizeof(float), cudaMemcpyDeviceToHost);
    float maxError = 0.0f;
    for (int i = 0; i < N; i++) maxError = max(maxError, abs(y[i]-4.0f));
    cudaFree(d_x); cudaFree(d_y); cudaFree(d_s);
    if (maxError > 0 || sums[0] != 4.0f * N) { cout << "Max error: " << maxError << endl; return 1; }
    cout << "OK" << endl;
}
