// A picture as ASCII: kernels launched by address with an array of argument pointers, extern "C",
// bytes out, a grid of three dimensions, clock and printf in the kernel.
#include <cuda_runtime.h>
#include <stdio.h>
#include <string.h>

#define W 60
#define H 24

extern "C" {
__global__ void mandelbrot(unsigned char *image, double2 center, double scale, int limit)
{
	int px = blockIdx.x * blockDim.x + threadIdx.x;
	int py = blockIdx.y * blockDim.y + threadIdx.y;
	double cx = center.x + (px - W / 2) * scale, cy = center.y + (py - H / 2) * scale * 2;
	double zx = 0, zy = 0;
	int k;

	if (px >= W || py >= H)
		return;
	for (k = 0; k < limit && zx * zx + zy * zy <= 4.0; k++) {
		double t = zx * zx - zy * zy + cx;
		zy = 2 * zx * zy + cy;
		zx = t;
	}
	image[py * W + px] = (unsigned char)(k == limit ? 255 : k);
}
}

__global__ void shade(char *text, const unsigned char *image)
{
	const char *ramp = " .:-=+*%@#";
	int layer = blockIdx.z;	/* each layer does one third of the rows */
	int x = threadIdx.x, y = layer * (H / 3) + threadIdx.y;

	text[y * (W + 1) + x] = image[y * W + x] == 255 ? '#' : ramp[image[y * W + x] % 9];
	if (x == 0)
		text[y * (W + 1) + W] = '\n';
	if (layer == 0 && x == 0 && y == 0)
		printf("shading %d layers of %u rows\n", (int)gridDim.z, blockDim.y);
}

__global__ void stopwatch(long long *ticks)
{
	clock_t start = clock();
	long long begin = clock64();
	volatile int i = 0;
	while (i < 100)
		i = i + 1;
	*ticks = clock64() - begin;
	if (clock() == start)
		*ticks = -1;
}

int main(void)
{
	unsigned char *d_image, image[W * H];
	char *d_text, text[(W + 1) * H + 1];
	double2 center = make_double2(-0.5, 0.0);
	double scale = 0.05;
	int limit = 60, inside = 0, wrong = 0;
	long long *d_ticks, ticks = -1;
	cudaError_t error;

	cudaMalloc((void **)&d_image, sizeof(image));
	cudaMalloc((void **)&d_text, sizeof(text));
	cudaMalloc((void **)&d_ticks, sizeof(ticks));
	void *args[] = { &d_image, &center, &scale, &limit };
	error = cudaLaunchKernel((const void *)mandelbrot, dim3((W + 15) / 16, (H + 15) / 16), dim3(16, 16), args, 0, NULL);
	if (error != cudaSuccess)
		return 1;
	shade<<<dim3(1, 1, 3), dim3(W, H / 3)>>>(d_text, d_image);
	stopwatch<<<1, 1>>>(d_ticks);
	if ((error = cudaDeviceSynchronize()) != cudaSuccess) {
		printf("%s\n", cudaGetErrorString(error));
		return 1;
	}
	cudaMemcpy(image, d_image, sizeof(image), cudaMemcpyDeviceToHost);
	cudaMemcpy(text, d_text, (W + 1) * H, cudaMemcpyDeviceToHost);
	cudaMemcpy(&ticks, d_ticks, sizeof(ticks), cudaMemcpyDeviceToHost);
	text[(W + 1) * H] = 0;
	fputs(text, stdout);
	for (int i = 0; i < W * H; i++)
		inside += image[i] == 255;
	for (int y = 1; y < H; y++)	/* the set is symmetric, row H/2 is the axis */
		wrong += memcmp(image + y * W, image + (H - y) * W, W) != 0;
	cudaFree(d_image);
	cudaFree(d_text);
	cudaFree(d_ticks);
	wrong += inside < 100 || inside > W * H / 2 || ticks <= 0;
	puts(wrong ? "FAILED" : "OK");
	return wrong;
}
