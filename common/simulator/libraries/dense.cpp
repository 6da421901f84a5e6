#include "simulator/libraries/dense.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <utility>

namespace cusim::libraries {

namespace {

// Each sweep of Jacobi's methods rotates every pair of columns once. They converge quadratically;
// matrices with NaNs never do.
constexpr int most_sweeps = 60;
constexpr double tiny = std::numeric_limits<double>::epsilon();

double dot(const double* x, const double* y, long n) {
    return std::inner_product(x, x + n, y, 0.0);
}

struct Rotation {
    double cosine, sine;
    void operator()(double& x, double& y) const {
        const double old = x;
        x = cosine * old - sine * y;
        y = sine * old + cosine * y;
    }
    void columns(Dense& a, long p, long q) const {
        for (long i = 0; i < a.rows(); ++i) (*this)(a(i, p), a(i, q));
    }
    void rows(Dense& a, long p, long q) const {
        for (long j = 0; j < a.columns(); ++j) (*this)(a(p, j), a(q, j));
    }
};

// The smaller of the two rotations that make the off-diagonal element of {{pp, pq}, {pq, qq}} zero.
Rotation diagonalising(double pp, double pq, double qq) {
    const double ratio = (qq - pp) / (2 * pq);
    const double tangent = std::copysign(1.0, ratio) / (std::abs(ratio) + std::hypot(1.0, ratio));
    const double cosine = 1 / std::hypot(1.0, tangent);
    return {cosine, tangent * cosine};
}

// Calls `rotate` for each pair until none of a sweep's calls has changed anything.
template <class Rotate>
void sweep(long n, Rotate rotate) {
    for (int i = 0; i < most_sweeps; ++i) {
        bool rotated = false;
        for (long p = 0; p < n; ++p)
            for (long q = p + 1; q < n; ++q) rotated |= rotate(p, q);
        if (!rotated) return;
    }
}

std::vector<long> order(const std::vector<double>& values, bool ascending) {
    std::vector<long> places(values.size());
    std::iota(places.begin(), places.end(), 0L);
    std::stable_sort(places.begin(), places.end(), [&](long x, long y) {
        return ascending ? values[x] < values[y] : values[x] > values[y];
    });
    return places;
}

Dense columns_at(const Dense& a, const std::vector<long>& places) {
    Dense result(a.rows(), a.columns());
    for (long j = 0; j < a.columns(); ++j)
        std::copy_n(a.column(places[j]), a.rows(), result.column(j));
    return result;
}

}  // namespace

Dense Dense::identity(long rows, long columns) {
    Dense result(rows, columns);
    for (long i = 0; i < std::min(rows, columns); ++i) result(i, i) = 1;
    return result;
}

Dense Dense::transposed() const {
    Dense result(columns_, rows_);
    for (long j = 0; j < columns_; ++j)
        for (long i = 0; i < rows_; ++i) result(j, i) = (*this)(i, j);
    return result;
}

int factor_lu(Dense& a, Pivots* pivots) {
    const long m = a.rows(), n = a.columns();
    int info = 0;
    for (long k = 0; k < std::min(m, n); ++k) {
        if (pivots) {
            long pivot = k;
            for (long i = k + 1; i < m; ++i)
                if (std::abs(a(i, k)) > std::abs(a(pivot, k))) pivot = i;
            pivots->push_back(pivot);
            if (pivot != k)
                for (long j = 0; j < n; ++j) std::swap(a(k, j), a(pivot, j));
        }
        if (a(k, k) == 0) {
            if (info == 0) info = int(k + 1);
            continue;
        }
        for (long i = k + 1; i < m; ++i) a(i, k) /= a(k, k);
        for (long j = k + 1; j < n; ++j)
            for (long i = k + 1; i < m; ++i) a(i, j) -= a(i, k) * a(k, j);
    }
    return info;
}

int factor_cholesky(Dense& a) {
    const long n = a.rows();
    for (long j = 0; j < n; ++j) {
        if (!(a(j, j) > 0)) return int(j + 1);
        a(j, j) = std::sqrt(a(j, j));
        for (long i = j + 1; i < n; ++i) a(i, j) /= a(j, j);
        for (long k = j + 1; k < n; ++k)
            for (long i = k; i < n; ++i) a(i, k) -= a(i, j) * a(k, j);
    }
    return 0;
}

std::vector<double> factor_qr(Dense& a) {
    const long m = a.rows(), n = a.columns();
    std::vector<double> tau(std::min(m, n));
    for (long k = 0; k < long(tau.size()); ++k) {
        double* v = a.column(k) + k;
        const long length = m - k;
        const double below = dot(v + 1, v + 1, length - 1);
        if (below == 0) continue;  // already zero: tau of zero leaves the column as it is
        const double beta = -std::copysign(std::hypot(v[0], std::sqrt(below)), v[0]);
        tau[k] = (beta - v[0]) / beta;
        for (long i = 1; i < length; ++i) v[i] /= v[0] - beta;
        v[0] = 1;
        for (long j = k + 1; j < n; ++j) {
            double* x = a.column(j) + k;
            const double by = tau[k] * dot(v, x, length);
            for (long i = 0; i < length; ++i) x[i] -= by * v[i];
        }
        v[0] = beta;
    }
    return tau;
}

void apply_q(const Dense& q, const std::vector<double>& tau, bool transposed, Dense& c) {
    const long count = long(tau.size());
    for (long step = 0; step < count; ++step) {
        const long k = transposed ? step : count - 1 - step;
        const double* v = q.column(k) + k + 1;
        const long below = q.rows() - k - 1;
        for (long j = 0; j < c.columns(); ++j) {
            double* x = c.column(j) + k;
            const double by = tau[k] * (x[0] + dot(v, x + 1, below));
            x[0] -= by;
            for (long i = 0; i < below; ++i) x[i + 1] -= by * v[i];
        }
    }
}

std::vector<double> eigenvalues(Dense& a) {
    const long n = a.rows();
    Dense vectors = Dense::identity(n, n);
    sweep(n, [&](long p, long q) {
        const double off = a(p, q);
        if (!(std::abs(off) > tiny * std::sqrt(std::abs(a(p, p) * a(q, q)))) || off == 0)
            return false;
        const Rotation rotate = diagonalising(a(p, p), off, a(q, q));
        rotate.columns(a, p, q);
        rotate.rows(a, p, q);
        rotate.columns(vectors, p, q);
        a(p, q) = a(q, p) = 0;
        return true;
    });
    std::vector<double> values(n);
    for (long i = 0; i < n; ++i) values[i] = a(i, i);
    const std::vector<long> places = order(values, true);
    a = columns_at(vectors, places);
    std::sort(values.begin(), values.end());
    return values;
}

Singular singular_values(const Dense& a) {
    const long m = a.rows(), n = a.columns();
    // Rotates columns of U = A V until they are orthogonal to each other.
    Dense u = a, v = Dense::identity(n, n);
    sweep(n, [&](long p, long q) {
        const double pp = dot(u.column(p), u.column(p), m), qq = dot(u.column(q), u.column(q), m);
        const double pq = dot(u.column(p), u.column(q), m);
        if (!(std::abs(pq) > tiny * std::sqrt(pp * qq)) || pq == 0) return false;
        const Rotation rotate = diagonalising(pp, pq, qq);
        rotate.columns(u, p, q);
        rotate.columns(v, p, q);
        return true;
    });
    std::vector<double> s(n);
    for (long j = 0; j < n; ++j) s[j] = std::sqrt(dot(u.column(j), u.column(j), m));
    const std::vector<long> places = order(s, false);
    u = columns_at(u, places);
    v = columns_at(v, places);
    std::sort(s.begin(), s.end(), std::greater<>());
    // Columns whose length is rounding error have no direction: others take their places.
    long known = 0;
    while (known < n && s[known] > tiny * double(m) * s[0]) ++known;
    for (long j = 0; j < known; ++j)
        for (long i = 0; i < m; ++i) u(i, j) /= s[j];
    if (known < n) {
        Dense kept(m, known);
        for (long j = 0; j < known; ++j) std::copy_n(u.column(j), m, kept.column(j));
        const Dense all = completed(kept);
        for (long j = known; j < n; ++j) std::copy_n(all.column(j), m, u.column(j));
    }
    return {std::move(u), std::move(s), std::move(v)};
}

Dense completed(const Dense& u) {
    const long m = u.rows();
    Dense result(m, m);
    for (long j = 0; j < u.columns(); ++j) std::copy_n(u.column(j), m, result.column(j));
    for (long j = u.columns(); j < m; ++j) {
        // Of a unit vector, on average the part (m - j) / m is outside of the columns so far.
        for (long unit = 0; unit < m; ++unit) {
            double* x = result.column(j);
            std::fill_n(x, m, 0.0);
            x[unit] = 1;
            for (int pass = 0; pass < 2; ++pass)
                for (long k = 0; k < j; ++k) {
                    const double by = dot(result.column(k), x, m);
                    for (long i = 0; i < m; ++i) x[i] -= by * result(i, k);
                }
            const double square = dot(x, x, m);
            if (square < 0.5 * double(m - j) / double(m)) continue;
            for (long i = 0; i < m; ++i) x[i] /= std::sqrt(square);
            break;
        }
    }
    return result;
}

}  // namespace cusim::libraries
