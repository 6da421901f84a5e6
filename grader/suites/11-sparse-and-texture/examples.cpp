// The sizes in predict.toml, and the requirements for both kinds of products.
#include "suite/work.hpp"
#include "suites/11-sparse-and-texture/checks.hpp"

namespace sparse_and_texture {

Example drawn_example() {
    return {32 * draw_size(4, "predicted rows"), 8 * draw_size(4, "predicted length")};
}
int drawn_columns() {
    return 32 * draw_size(4, "predicted columns");
}

void expect_between(double count, double least, double most, const std::string& sentence) {
    expect(count >= least / slack && count <= most * slack, sentence);
}

}  // namespace sparse_and_texture
