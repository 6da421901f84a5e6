// y = Ax for a sparse A in CSR (a thread a row, a warp a row), ELL, COO with segmented atomics, and
// conjugate gradients on top, all in one class template.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <memory>
#include <vector>

template <typename Index, typename Value>
struct CsrView {
    Index rows;
    const Index *offsets, *columns;
    const Value *values;
};

template <typename I, typename V>
__global__ void csr_scalar(CsrView<I, V> A, const V *x, V *y) {
    const I row = blockDim.x * blockIdx.x + threadIdx.x;
    if (row < A.rows) {
        V dot = 0;
        for (I jj = A.offsets[row]; jj < A.offsets[row + 1]; jj++) dot += A.values[jj] * x[A.columns[jj]];
        y[row] = dot;
    }
}
template <typename I, typename V, int LANES = 32>
__global__ void csr_vector(const CsrView<I, V> A, const V *x, V *y) {
    const I row = (blockDim.x * blockIdx.x + threadIdx.x) / LANES;
    const unsigned lane = threadIdx.x & (LANES - 1);
    V sum = 0;
    if (row < A.rows)
        for (I jj = A.offsets[row] + lane; jj < A.offsets[row + 1]; jj += LANES) sum += A.values[jj] * __ldg(x + A.columns[jj]);
#pragma unroll
    for (int d = LANES / 2; d > 0; d >>= 1) sum += __shfl_xor_sync(0xffffffff, sum, d, LANES);
    if (row < A.rows && lane == 0) y[row] = sum;
}
template <typename V>
__global__ void ell(int rows, int width, const int *columns, const V *values, const V *x, V *y) {
    int row = blockDim.x * blockIdx.x + threadIdx.x;
    if (row >= rows) return;
    V dot = 0;
    for (int n = 0; n < width; n++) {
        int col = columns[rows * n + row];
        V val = values[rows * n + row];
        if (val != 0) dot += val * x[col];
    }
    y[row] = dot;
}
template <typename V>
__global__ void coo(int nnz, const int *row, const int *col, const V *val, const V *x, V *y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < nnz) atomicAdd(y + row[i], val[i] * x[col[i]]);
}
template <typename V>
__global__ void axpy(int n, V a, const V *x, V b, V *y) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) y[i] = a * x[i] + b * y[i];
}
template <typename V>
__global__ void dot(int n, const V *x, const V *y, V *out) {
    __shared__ V part[128];
    V s = 0;
    for (int i = threadIdx.x; i < n; i += 128) s += x[i] * y[i];
    part[threadIdx.x] = s;
    for (int h = 64; h > 0; h /= 2) {
        __syncthreads();
        if (threadIdx.x < h) part[threadIdx.x] += part[threadIdx.x + h];
    }
    if (threadIdx.x == 0) *out = part[0];
}

struct Free {
    void operator()(void *p) const { cudaFree(p); }
};
template <typename T>
std::unique_ptr<T[], Free> to_device(const std::vector<T> &v) {
    T *p = nullptr;
    cudaMalloc(&p, v.size() * sizeof(T));
    cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice);
    return std::unique_ptr<T[], Free>(p);
}

int main() {
    const int n = 150;
    std::vector<int> offsets{0}, columns, rows;
    std::vector<double> values, x(n), ref(n, 0.0);
    for (int i = 0; i < n; i++) {
        for (int j : {i - 12, i - 1, i, i + 1, i + 12})
            if (j >= 0 && j < n) columns.push_back(j), rows.push_back(i), values.push_back(i == j ? 4.5 : -1.0);
        offsets.push_back((int)columns.size());
        x[i] = std::sin(0.1 * i);
    }
    for (size_t k = 0; k < values.size(); k++) ref[rows[k]] += values[k] * x[columns[k]];
    std::vector<int> ell_columns(5 * n, 0);
    std::vector<double> ell_values(5 * n, 0.0);
    for (int i = 0; i < n; i++)
        for (int k = offsets[i]; k < offsets[i + 1]; k++) ell_columns[(k - offsets[i]) * n + i] = columns[k], ell_values[(k - offsets[i]) * n + i] = values[k];

    auto d_off = to_device(offsets), d_col = to_device(columns), d_row = to_device(rows), d_ec = to_device(ell_columns);
    auto d_val = to_device(values), d_ev = to_device(ell_values), d_x = to_device(x), d_y = to_device(x);
    const CsrView<int, double> A{n, d_off.get(), d_col.get(), d_val.get()};
    const int nnz = (int)values.size();
    const std::vector<std::function<void()>> products = {
        [&] { csr_scalar<<<(n + 63) / 64, 64>>>(A, d_x.get(), d_y.get()); },
        [&] { csr_vector<int, double><<<(n * 32 + 127) / 128, 128>>>(A, d_x.get(), d_y.get()); },
        [&] { csr_vector<int, double, 4><<<(n * 4 + 127) / 128, 128>>>(A, d_x.get(), d_y.get()); },
        [&] { ell<<<(n + 31) / 32, 32>>>(n, 5, d_ec.get(), d_ev.get(), d_x.get(), d_y.get()); },
        [&] {
            cudaMemset(d_y.get(), 0, n * sizeof(double));
            coo<<<(nnz + 255) / 256, 256>>>(nnz, d_row.get(), d_col.get(), d_val.get(), d_x.get(), d_y.get());
        }};
    bool ok = true;
    std::vector<double> y(n);
    for (const auto &product : products) {
        cudaMemset(d_y.get(), 0xff, n * sizeof(double));
        product();
        cudaMemcpy(y.data(), d_y.get(), n * sizeof(double), cudaMemcpyDeviceToHost);
        for (int i = 0; i < n; i++) ok = ok && std::fabs(y[i] - ref[i]) < 1e-12;
    }

    // Solve A s = ref; s should be x.
    auto d_s = to_device(std::vector<double>(n, 0.0)), d_r = to_device(ref), d_p = to_device(ref), d_Ap = to_device(ref), d_d = to_device(std::vector<double>(2));
    double rr = 0, pAp, next;
    auto inner = [&](const double *a, const double *b, double &out) {
        dot<<<1, 128>>>(n, a, b, d_d.get());
        cudaMemcpy(&out, d_d.get(), sizeof out, cudaMemcpyDeviceToHost);
    };
    inner(d_r.get(), d_r.get(), rr);
    for (int it = 0; it < 200 && rr > 1e-20; it++) {
        csr_scalar<<<(n + 63) / 64, 64>>>(A, d_p.get(), d_Ap.get());
        inner(d_p.get(), d_Ap.get(), pAp);
        axpy<<<1, 64>>>(n, rr / pAp, d_p.get(), 1.0, d_s.get());
        axpy<<<1, 64>>>(n, -rr / pAp, d_Ap.get(), 1.0, d_r.get());
        inner(d_r.get(), d_r.get(), next);
        axpy<<<1, 64>>>(n, 1.0, d_r.get(), next / rr, d_p.get());
        rr = next;
    }
    cudaMemcpy(y.data(), d_s.get(), n * sizeof(double), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) ok = ok && std::fabs(y[i] - x[i]) < 1e-8;
    std::puts(ok ? "OK" : "FAILED");
    return !ok;
}
