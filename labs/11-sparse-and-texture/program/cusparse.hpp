// cuSPARSE as a rival: y = A x for a CSR matrix by cusparseSpMV in single precision. The library
// is looked for when it is asked for, so that neither building nor running the kit needs it.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

namespace runner {

/// All arrays are in device memory, and must live as long as the product is used.
struct CsrOnDevice {
    int rows = 0, columns = 0, nonzeros = 0;
    const int* row_start = nullptr;
    const int* column = nullptr;
    const float* value = nullptr;
};

class Cusparse {
  public:
    /// Prepares the product. `memory` allocates device memory that outlives it. Throws
    /// std::runtime_error if libcusparse is not available, or refuses.
    using Memory = std::function<void*(std::size_t bytes)>;
    Cusparse(const CsrOnDevice& A, const float* d_x, float* d_y, const Memory& memory);
    ~Cusparse();
    Cusparse(const Cusparse&) = delete;
    Cusparse& operator=(const Cusparse&) = delete;

    /// y = A x, queued like a launch. Throws std::runtime_error if cuSPARSE refuses.
    void multiply();

  private:
    struct Product;
    std::unique_ptr<Product> product_;
};

}  // namespace runner
