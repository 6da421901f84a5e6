// Discrete Fourier transforms in double precision, as plain loops.
#pragma once

#include <complex>
#include <vector>

namespace cusim::libraries {

using Signal = std::vector<std::complex<double>>;

// In place: X[k] = sum over j of x[j] exp(sign 2 pi i j k / n), not normalised. Sizes that are not
// powers of two use Bluestein's convolution (IEEE Trans. Audio Electroacoust. 18, 1970).
void transform(Signal& x, int sign);

// Along each dimension of a row-major array.
void transform(Signal& x, const std::vector<long>& sizes, int sign);

}  // namespace cusim::libraries
