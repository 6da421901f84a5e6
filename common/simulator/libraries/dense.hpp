// Dense linear algebra in double precision, for the functions of cuSOLVER: factorisations in place,
// in LAPACK's storage.
#pragma once

#include <vector>

namespace cusim::libraries {

// Stored column after column.
class Dense {
  public:
    Dense(long rows, long columns) : rows_(rows), columns_(columns), at_(rows * columns) {}
    static Dense identity(long rows, long columns);

    long rows() const { return rows_; }
    long columns() const { return columns_; }
    double& operator()(long i, long j) { return at_[i + j * rows_]; }
    double operator()(long i, long j) const { return at_[i + j * rows_]; }
    double* column(long j) { return at_.data() + j * rows_; }
    const double* column(long j) const { return at_.data() + j * rows_; }
    Dense transposed() const;

  private:
    long rows_, columns_;
    std::vector<double> at_;
};

// Row k was exchanged with row pivots[k], in this order of k.
using Pivots = std::vector<long>;

// P A = L U. Without `pivots` no rows are exchanged. Returns 0, or the number from 1 of the first
// pivot that is zero.
int factor_lu(Dense& a, Pivots* pivots);

// A = L L^T, in the lower triangle; the upper one is not read. Returns 0, or the order of the first
// leading minor that is not positive.
int factor_cholesky(Dense& a);

// A = Q R. Below the diagonal: the Householder vectors, whose first elements are ones. Returns
// their factors tau.
std::vector<double> factor_qr(Dense& a);
// C := Q C or Q^T C, with the first tau.size() vectors of `q`.
void apply_q(const Dense& q, const std::vector<double>& tau, bool transposed, Dense& c);

// The eigenvalues of a symmetric matrix in ascending order. A becomes the matrix of eigenvectors.
std::vector<double> eigenvalues(Dense& a);

// A = U S V^T, for at least as many rows as columns. S is in descending order.
struct Singular {
    Dense u;  // rows * columns
    std::vector<double> s;
    Dense v;
};
Singular singular_values(const Dense& a);
// Adds orthonormal columns until U is square.
Dense completed(const Dense& u);

}  // namespace cusim::libraries
