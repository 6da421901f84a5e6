// A separable filter with its taps in constant memory, halos in shared memory, and the same through
// a texture; a box filter on packed pixels; Sobel on bytes.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <vector>

#define KERNEL_RADIUS 3
#define KERNEL_LENGTH (2 * KERNEL_RADIUS + 1)
#define ROWS_BLOCKDIM_X 16
#define ROWS_BLOCKDIM_Y 4
#define ROWS_RESULT_STEPS 2
#define IMAD(a, b, c) (__mul24((a), (b)) + (c))

__constant__ float c_Kernel[KERNEL_LENGTH];

extern "C" void setConvolutionKernel(float *h_Kernel) { cudaMemcpyToSymbol(c_Kernel, h_Kernel, KERNEL_LENGTH * sizeof(float)); }

__global__ void convolutionRowsKernel(float *d_Dst, float *d_Src, int imageW, int imageH, int pitch) {
    __shared__ float s_Data[ROWS_BLOCKDIM_Y][(ROWS_RESULT_STEPS + 2) * ROWS_BLOCKDIM_X];
    const int baseX = (blockIdx.x * ROWS_RESULT_STEPS - 1) * ROWS_BLOCKDIM_X + threadIdx.x;
    const int baseY = blockIdx.y * ROWS_BLOCKDIM_Y + threadIdx.y;
    d_Src += baseY * pitch + baseX;
    d_Dst += baseY * pitch + baseX;
#pragma unroll
    for (int i = 0; i < ROWS_RESULT_STEPS + 2; i++)
        s_Data[threadIdx.y][threadIdx.x + i * ROWS_BLOCKDIM_X] =
            (baseX + i * ROWS_BLOCKDIM_X >= 0 && baseX + i * ROWS_BLOCKDIM_X < imageW) ? d_Src[i * ROWS_BLOCKDIM_X] : 0;
    __syncthreads();
#pragma unroll
    for (int i = 1; i <= ROWS_RESULT_STEPS; i++) {
        float sum = 0;
#pragma unroll
        for (int j = -KERNEL_RADIUS; j <= KERNEL_RADIUS; j++)
            sum += c_Kernel[KERNEL_RADIUS - j] * s_Data[threadIdx.y][threadIdx.x + i * ROWS_BLOCKDIM_X + j];
        d_Dst[i * ROWS_BLOCKDIM_X] = sum;
    }
}

template <int i>
__device__ float convolveColumn(float x, float y, cudaTextureObject_t texSrc) {
    return tex2D<float>(texSrc, x, y + (float)(KERNEL_RADIUS - i)) * c_Kernel[i] + convolveColumn<i - 1>(x, y, texSrc);
}
template <>
__device__ float convolveColumn<-1>(float x, float y, cudaTextureObject_t texSrc) {
    return 0;
}
__global__ void convolutionColumnsKernel(float *d_Dst, int imageW, int imageH, cudaTextureObject_t texSrc) {
    const int ix = IMAD(blockDim.x, blockIdx.x, threadIdx.x);
    const int iy = IMAD(blockDim.y, blockIdx.y, threadIdx.y);
    const float x = (float)ix + 0.5f;
    const float y = (float)iy + 0.5f;
    if (ix >= imageW || iy >= imageH) return;
    d_Dst[IMAD(iy, imageW, ix)] = convolveColumn<2 * KERNEL_RADIUS>(x, y, texSrc);
}

__device__ unsigned int rgbaFloatToInt(float4 rgba) {
    rgba.x = __saturatef(fabsf(rgba.x));
    rgba.y = __saturatef(fabsf(rgba.y));
    rgba.z = __saturatef(fabsf(rgba.z));
    rgba.w = __saturatef(fabsf(rgba.w));
    return ((unsigned int)(rgba.w * 255.0f) << 24) | ((unsigned int)(rgba.z * 255.0f) << 16) | ((unsigned int)(rgba.y * 255.0f) << 8) | ((unsigned int)(rgba.x * 255.0f));
}
__global__ void brighten(cudaTextureObject_t tex, unsigned *out, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) {
        float4 c = tex2D<float4>(tex, x, y);
        c.x *= 2.0f, c.w = 1.0f;
        out[y * w + x] = rgbaFloatToInt(c);
    }
}
__global__ void sobel(const unsigned char *in, unsigned char *out, int w, int h) {
    __shared__ unsigned char tile[10][18];
    int gx = blockIdx.x * 16 + threadIdx.x, gy = blockIdx.y * 8 + threadIdx.y;
    for (int y = threadIdx.y; y < 10; y += blockDim.y)
        for (int x = threadIdx.x; x < 18; x += blockDim.x) {
            int sx = min(max((int)blockIdx.x * 16 + x - 1, 0), w - 1), sy = min(max((int)blockIdx.y * 8 + y - 1, 0), h - 1);
            tile[y][x] = in[sy * w + sx];
        }
    __syncthreads();
    if (gx >= w || gy >= h) return;
    const unsigned char(*t)[18] = &tile[threadIdx.y];
    int x = threadIdx.x;
    int H = t[0][x + 2] + 2 * t[1][x + 2] + t[2][x + 2] - t[0][x] - 2 * t[1][x] - t[2][x];
    int V = t[2][x] + 2 * t[2][x + 1] + t[2][x + 2] - t[0][x] - 2 * t[0][x + 1] - t[0][x + 2];
    out[gy * w + gx] = (unsigned char)min(255, abs(H) + abs(V));
}

int main() {
    const int W = 64, H = 24;
    std::vector<float> img(W * H), mid(W * H), ref(W * H), got(W * H);
    float taps[KERNEL_LENGTH] = {1, 2, 3, 4, 3, 2, 1};
    for (auto &p : img) p = (float)(rand() % 16);
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            for (int j = -KERNEL_RADIUS; j <= KERNEL_RADIUS; j++)
                if (x + j >= 0 && x + j < W) mid[y * W + x] += img[y * W + x + j] * taps[KERNEL_RADIUS - j];
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            for (int j = -KERNEL_RADIUS; j <= KERNEL_RADIUS; j++)
                ref[y * W + x] += mid[std::min(std::max(y + j, 0), H - 1) * W + x] * taps[KERNEL_RADIUS - j];
    setConvolutionKernel(taps);
    float *d_in, *d_out;
    cudaMalloc(&d_in, W * H * sizeof(float)), cudaMalloc(&d_out, W * H * sizeof(float));
    cudaMemcpy(d_in, img.data(), W * H * sizeof(float), cudaMemcpyHostToDevice);
    dim3 blocks(W / (ROWS_RESULT_STEPS * ROWS_BLOCKDIM_X), H / ROWS_BLOCKDIM_Y), threads(ROWS_BLOCKDIM_X, ROWS_BLOCKDIM_Y);
    convolutionRowsKernel<<<blocks, threads>>>(d_out, d_in, W, H, W);
    cudaArray *a_Src;
    cudaChannelFormatDesc floatTex = cudaCreateChannelDesc<float>();
    cudaMallocArray(&a_Src, &floatTex, W, H);
    cudaMemcpyToArray(a_Src, 0, 0, d_out, W * H * sizeof(float), cudaMemcpyDeviceToDevice);
    cudaResourceDesc texRes;
    memset(&texRes, 0, sizeof(cudaResourceDesc));
    texRes.resType = cudaResourceTypeArray;
    texRes.res.array.array = a_Src;
    cudaTextureDesc texDescr;
    memset(&texDescr, 0, sizeof(cudaTextureDesc));
    texDescr.addressMode[0] = texDescr.addressMode[1] = cudaAddressModeClamp;
    texDescr.readMode = cudaReadModeElementType;
    cudaTextureObject_t texSrc;
    cudaCreateTextureObject(&texSrc, &texRes, &texDescr, NULL);
    convolutionColumnsKernel<<<dim3((W + 15) / 16, (H + 11) / 12), dim3(16, 12)>>>(d_out, W, H, texSrc);
    cudaMemcpy(got.data(), d_out, W * H * sizeof(float), cudaMemcpyDeviceToHost);
    bool ok = got == ref;
    cudaDestroyTextureObject(texSrc);
    cudaFreeArray(a_Src);

    uchar4 pixels[32];
    for (int i = 0; i < 32; i++) pixels[i] = make_uchar4(i * 4, 255, 255 - i, 0);
    unsigned *d_rgb, rgb[32];
    uchar4 *d_pix;
    size_t pitch;
    cudaMalloc(&d_rgb, sizeof rgb);
    cudaMallocPitch(&d_pix, &pitch, 8 * sizeof(uchar4), 4);
    cudaMemcpy2D(d_pix, pitch, pixels, 8 * sizeof(uchar4), 8 * sizeof(uchar4), 4, cudaMemcpyHostToDevice);
    memset(&texRes, 0, sizeof texRes);
    texRes.resType = cudaResourceTypePitch2D;
    texRes.res.pitch2D.devPtr = d_pix;
    texRes.res.pitch2D.desc = cudaCreateChannelDesc<uchar4>();
    texRes.res.pitch2D.width = 8, texRes.res.pitch2D.height = 4, texRes.res.pitch2D.pitchInBytes = pitch;
    texDescr.readMode = cudaReadModeNormalizedFloat;
    cudaCreateTextureObject(&texSrc, &texRes, &texDescr, NULL);
    brighten<<<dim3(1, 1), dim3(16, 16)>>>(texSrc, d_rgb, 8, 4);
    cudaMemcpy(rgb, d_rgb, sizeof rgb, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++) {
        const int red = rgb[i] & 255, blue = rgb[i] >> 16 & 255;
        ok = ok && abs(red - i * 8) <= 1 && abs(blue - (255 - i)) <= 1 && rgb[i] >> 24 == 255 && (rgb[i] >> 8 & 255) == 255;
    }
    cudaDestroyTextureObject(texSrc);
    unsigned char bytes[20 * 10], edges[200], *d_a, *d_b;
    for (int i = 0; i < 200; i++) bytes[i] = i % 20 < 10 ? 0 : 200;
    cudaMalloc(&d_a, 200), cudaMalloc(&d_b, 200);
    cudaMemcpy(d_a, bytes, 200, cudaMemcpyHostToDevice);
    sobel<<<dim3(2, 2), dim3(16, 8)>>>(d_a, d_b, 20, 10);
    cudaMemcpy(edges, d_b, 200, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 200; i++) ok = ok && edges[i] == (i % 20 == 9 || i % 20 == 10 ? 255 : 0);
    cudaFree(d_in), cudaFree(d_out), cudaFree(d_rgb), cudaFree(d_pix), cudaFree(d_a), cudaFree(d_b);
    puts(ok ? "OK" : "FAILED");
    return !ok;
}
