// cuFFT as programs call it: plans of one to three dimensions, in batches, in place, of real and
// of complex numbers, with rows apart. Each result is held against the sum that defines it, or
// against what it was made from.
#include <cuda_runtime.h>
#include <cufft.h>

#include <cmath>
#include <complex>
#include <cstdio>
#include <vector>

static int failures = 0;
static void expect(bool good, const char* what) {
    if (good) return;
    ++failures;
    std::printf("FAILED %s\n", what);
}

using Complex = std::complex<double>;

static std::vector<Complex> signal(int n) {
    std::vector<Complex> x(n);
    for (int i = 0; i < n; ++i) x[i] = {std::sin(0.7 * i) + i % 3, std::cos(1.3 * i)};
    return x;
}

static std::vector<Complex> by_definition(const std::vector<Complex>& x, int sign) {
    const int n = int(x.size());
    std::vector<Complex> result(n);
    for (int k = 0; k < n; ++k)
        for (int j = 0; j < n; ++j)
            result[k] += x[j] * std::polar(1.0, sign * 2 * M_PI * (long(j) * k % n) / n);
    return result;
}

template <class T>
static T* on_device(const std::vector<T>& values) {
    T* pointer;
    cudaMalloc(&pointer, values.size() * sizeof(T));
    cudaMemcpy(pointer, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice);
    return pointer;
}
template <class T>
static std::vector<T> fetched(const T* pointer, int n) {
    std::vector<T> values(n);
    cudaMemcpy(values.data(), pointer, n * sizeof(T), cudaMemcpyDeviceToHost);
    return values;
}
static std::vector<cufftComplex> narrow(const std::vector<Complex>& x) {
    std::vector<cufftComplex> result;
    for (const Complex& z : x) result.push_back({float(z.real()), float(z.imag())});
    return result;
}
template <class C>
static bool close(const C* found, const std::vector<Complex>& expected, double epsilon) {
    for (std::size_t i = 0; i < expected.size(); ++i)
        if (!(std::abs(Complex(found[i].x, found[i].y) - expected[i]) < epsilon)) return false;
    return true;
}

static void of_any_size() {
    for (const int n : {1, 2, 8, 12, 17, 100, 128, 257}) {
        const std::vector<Complex> x = signal(n);
        cufftComplex* const d = on_device(narrow(x));
        cufftHandle plan;
        expect(cufftPlan1d(&plan, n, CUFFT_C2C, 1) == CUFFT_SUCCESS, "plan");
        expect(cufftExecC2C(plan, d, d, CUFFT_FORWARD) == CUFFT_SUCCESS, "forward");
        expect(close(fetched(d, n).data(), by_definition(x, -1), 1e-4 * n), "forward, in place");
        cufftExecC2C(plan, d, d, CUFFT_INVERSE);
        std::vector<Complex> scaled = x;
        for (Complex& z : scaled) z *= n;
        expect(close(fetched(d, n).data(), scaled, 1e-4 * n), "and back");
        cufftDestroy(plan);
        cudaFree(d);
    }
}

static void of_reals_in_batches() {
    const int n = 10, half = n / 2 + 1, batch = 3;
    std::vector<double> x(n * batch);
    for (int i = 0; i < n * batch; ++i) x[i] = std::sin(i * 0.3) + i % 4;
    double* const d_x = on_device(x);
    cufftDoubleComplex* d_y;
    cudaMalloc(&d_y, half * batch * sizeof(*d_y));
    cufftHandle there, back;
    cufftPlan1d(&there, n, CUFFT_D2Z, batch);
    cufftPlan1d(&back, n, CUFFT_Z2D, batch);
    expect(cufftExecD2Z(there, d_x, d_y) == CUFFT_SUCCESS, "reals");
    const auto y = fetched(d_y, half * batch);
    for (int b = 0; b < batch; ++b) {
        auto expected = by_definition({x.begin() + b * n, x.begin() + (b + 1) * n}, -1);
        expected.resize(half);
        expect(close(&y[b * half], expected, 1e-9), "half a spectrum");
    }
    cudaMemset(d_x, 0, n * batch * sizeof(double));
    expect(cufftExecZ2D(back, d_y, d_x) == CUFFT_SUCCESS, "to reals");
    const auto again = fetched(d_x, n * batch);
    bool same = true;
    for (int i = 0; i < n * batch; ++i) same &= std::fabs(again[i] - n * x[i]) < 1e-9;
    expect(same, "reals again");
    cufftDestroy(there);
    cufftDestroy(back);
    cudaFree(d_x);
    cudaFree(d_y);
}

// In place the reals stand in rows as long as the spectrum's.
static void of_a_plane_in_place() {
    const int rows = 6, columns = 5, half = columns / 2 + 1;
    std::vector<float> x(rows * 2 * half);
    for (int r = 0; r < rows; ++r)
        for (int c = 0; c < columns; ++c) x[r * 2 * half + c] = float(r * r - 3 * c);
    float* const d = on_device(x);
    cufftHandle there, back;
    cufftPlan2d(&there, rows, columns, CUFFT_R2C);
    cufftPlan2d(&back, rows, columns, CUFFT_C2R);
    cufftExecR2C(there, d, reinterpret_cast<cufftComplex*>(d));
    float sum = 0;
    for (int r = 0; r < rows; ++r)
        for (int c = 0; c < columns; ++c) sum += x[r * 2 * half + c];
    expect(std::fabs(fetched(d, 1)[0] - sum) < 1e-3, "the sum of all");
    cufftExecC2R(back, reinterpret_cast<cufftComplex*>(d), d);
    const auto again = fetched(d, rows * 2 * half);
    bool same = true;
    for (int r = 0; r < rows; ++r)
        for (int c = 0; c < columns; ++c)
            same &= std::fabs(again[r * 2 * half + c] - 30 * x[r * 2 * half + c]) < 1e-2;
    expect(same, "a plane again");
    cufftDestroy(there);
    cufftDestroy(back);
    cudaFree(d);
}

// The columns of a matrix: elements a row apart, transforms one apart; and a cube at once.
static void of_strided_columns_and_a_cube() {
    const int n = 4, m = 3;
    const std::vector<Complex> x = signal(n * m);
    cufftComplex* const d = on_device(narrow(x));
    int sizes[] = {n}, embed[] = {n};
    cufftHandle plan;
    cufftPlanMany(&plan, 1, sizes, embed, m, 1, embed, m, 1, CUFFT_C2C, m);
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    expect(cufftSetStream(plan, stream) == CUFFT_SUCCESS, "a stream");
    cufftExecC2C(plan, d, d, CUFFT_FORWARD);
    cudaStreamSynchronize(stream);
    const auto y = fetched(d, n * m);
    for (int c = 0; c < m; ++c) {
        std::vector<Complex> column;
        std::vector<cufftComplex> found;
        for (int r = 0; r < n; ++r) column.push_back(x[r * m + c]), found.push_back(y[r * m + c]);
        expect(close(found.data(), by_definition(column, -1), 1e-4), "a column");
    }
    cufftDestroy(plan);
    cudaFree(d);
    cudaStreamDestroy(stream);

    const std::vector<Complex> cube = signal(2 * 3 * 4);
    cufftComplex* const d_cube = on_device(narrow(cube));
    size_t work = 1;
    cufftCreate(&plan);
    expect(cufftMakePlan3d(plan, 2, 3, 4, CUFFT_C2C, &work) == CUFFT_SUCCESS, "made in two steps");
    cufftExecC2C(plan, d_cube, d_cube, CUFFT_FORWARD);
    Complex last = 0;
    for (int i = 0; i < 24; ++i)
        last +=
            cube[i] *
            std::polar(1.0, -2 * M_PI * (i / 12 / 2.0 + 2 * (i / 4 % 3) / 3.0 + 3 * (i % 4) / 4.0));
    expect(close(&fetched(d_cube, 24)[23], {last}, 1e-4), "the last of a cube");
    cufftDestroy(plan);
    cudaFree(d_cube);
}

static void refusals() {
    cufftHandle plan;
    expect(cufftPlan1d(&plan, 0, CUFFT_C2C, 1) == CUFFT_INVALID_SIZE, "no elements");
    expect(cufftPlan1d(&plan, 8, cufftType(1), 1) == CUFFT_INVALID_TYPE, "no type");
    expect(cufftDestroy(12345) == CUFFT_INVALID_PLAN, "no plan");
}

int main() {
    of_any_size();
    of_reals_in_batches();
    of_a_plane_in_place();
    of_strided_columns_and_a_cube();
    refusals();
    if (failures == 0) std::printf("OK\n");
    return failures;
}
