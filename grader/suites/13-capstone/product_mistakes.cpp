// Common mistakes in a product, by the values that they leave: increments, the leading dimension,
// the factors, the sums' ends.
#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "suites/13-capstone/checks.hpp"

namespace capstone_suite {

namespace {

/// Lines of `lanes` lanes share a warp, and a shuffle over `apart` lanes and more adds those of
/// other lines. Beyond the warp, a lane gets its own value.
struct SharedWarp {
    int lines, lanes, first_apart;

    /// What lane 0 of a line has after the shuffles over first_apart, first_apart / 2, ... `apart`.
    template <class SumOf>
    double sum(const SumOf& sum_of, int line, int apart) const {
        if (line >= lines) return 0;
        if (apart > first_apart) return sum_of(line);
        const int of_warp = 32 / lanes, step = apart / lanes;
        const double own = sum(sum_of, line, 2 * apart);
        const bool is_in_warp = line % of_warp + step < of_warp;
        return own + (is_in_warp ? sum(sum_of, line + step, 2 * apart) : own);
    }
};

/// The sums of a product, right ones and others.
class Product {
  public:
    Product(const Shape& shape, Arrays arrays)
        : shape(shape), arrays_(std::make_shared<const Arrays>(std::move(arrays))) {}

    const Shape shape;

    double right(int output) const { return sum(output, shape.length()); }
    /// Of the first `terms` terms.
    double sum(int output, int terms) const {
        return sum(output, terms, shape.lda(), [&](int k) { return x(k); });
    }
    double with_lda(int output, int lda) const {
        return sum(output, shape.length(), lda, [&](int k) { return x(k); });
    }
    /// Of the last `terms` terms.
    double last(int output, int terms) const {
        return with_x(output, [&](int k) { return k < shape.length() - terms ? 0.0f : x(k); });
    }
    /// With `x_of(k)` in place of the k-th x.
    template <class XOf>
    double with_x(int output, XOf x_of) const {
        return sum(output, shape.length(), shape.lda(), x_of);
    }

    float x(int k) const { return arrays_->x[lab13::place(k, shape.length(), shape.incx)]; }
    float x_without_increment(int k) const { return arrays_->x[k]; }
    double before(int output) const {
        return double{arrays_->y[lab13::place(output, shape.outputs(), shape.incy)]};
    }
    /// The element at this place of the array, an output or not.
    double held(std::size_t at) const { return at < arrays_->y.size() ? arrays_->y[at] : nan; }
    double kept(int output) const { return shape.beta * before(output); }

  private:
    template <class XOf>
    double sum(int output, int terms, int lda, XOf x_of) const {
        double sum = 0;
        for (int k = 0; k < terms; ++k) {
            const float a = shape.along() ? element(output, k, lda) : element(k, output, lda);
            sum += double{a} * x_of(k);
        }
        return shape.alpha * sum;
    }
    float element(int line, int at, int lda) const {
        const auto place = static_cast<std::size_t>(shape.offset) +
                           static_cast<std::size_t>(line) * lda + static_cast<std::size_t>(at);
        return place < arrays_->A.size() ? arrays_->A[place] : nan;
    }

    std::shared_ptr<const Arrays> arrays_;
};

/// Collects mistakes that give the outputs the values `value(output)`.
class Mistakes {
  public:
    explicit Mistakes(const Shape& shape) : shape_(shape) {}

    void add(std::string words, std::function<double(int output)> value) {
        list.push_back(
            {std::move(words),
             [shape = shape_, value = std::move(value)](std::size_t at) -> std::optional<double> {
                 const std::size_t step = std::abs(shape.incy);
                 if (at % step != 0) return lab13::between;
                 const int from_start = static_cast<int>(at / step);
                 return value(shape.incy > 0 ? from_start : shape.outputs() - 1 - from_start);
             }});
    }

    std::vector<Mistake> list;

  private:
    Shape shape_;
};

/// y + i for y + i * incy, with increments above 1.
void add_outputs_side_by_side(Mistakes& all, const Product& product) {
    if (product.shape.incy < 2) return;
    const auto outputs = static_cast<std::size_t>(product.shape.outputs());
    all.list.push_back(
        {fmt::format("where the elements of y are stored side by side, and incy is {}: element i "
                     "lies at y[i * incy]",
                     product.shape.incy),
         [=](std::size_t at) -> std::optional<double> {
             if (at >= outputs) return product.held(at);
             return product.right(static_cast<int>(at)) + product.shape.beta * product.held(at);
         }});
}

/// With an incx of -1, x lies side by side, so that the two mistakes are the same.
void add_other_elements_of_x(Mistakes& all, const Product& product) {
    const int incx = product.shape.incx, last = product.shape.length() - 1;
    if (incx != -1)
        all.add("where x[k] is taken whatever incx is: element k lies at x[k * incx]", [=](int o) {
            return product.with_x(o, [&](int k) { return product.x_without_increment(k); }) +
                   product.kept(o);
        });
    if (incx < 0)
        all.add(
            "where x begins at its first element in memory though incx is negative: the first one "
            "of the sum then lies last",
            [=](int o) {
                return product.with_x(o, [&](int k) { return product.x(last - k); }) +
                       product.kept(o);
            });
}

void add_wrong_places(Mistakes& all, const Product& product) {
    all.add(
        "where lines of A follow one another without a gap: from line to line it is lda "
        "elements",
        [=](int o) { return product.with_lda(o, product.shape.width()) + product.kept(o); });
    add_other_elements_of_x(all, product);
    add_outputs_side_by_side(all, product);
    if (product.shape.along())
        all.add(
            "where all four floats of A that are loaded at once are multiplied by the first of "
            "the four of x",
            [=](int o) {
                return product.with_x(o, [&](int k) { return product.x(k / 4 * 4); }) +
                       product.kept(o);
            });
}

void add_wrong_factors_of_sum(Mistakes& all, const Product& product) {
    const auto alpha = product.shape.alpha, beta = product.shape.beta;
    all.add("where the sum is multiplied by beta, too",
            [=](int o) { return beta * (product.right(o) + product.before(o)); });
    all.add("where the sum is multiplied by beta in place of alpha",
            [=](int o) { return beta * (product.right(o) / alpha + product.before(o)); });
    all.add("without alpha", [=](int o) { return product.right(o) / alpha + product.kept(o); });
    all.add("where the sum is multiplied by alpha twice",
            [=](int o) { return alpha * product.right(o) + product.kept(o); });
    all.add("where all of y is multiplied by alpha once more",
            [=](int o) { return alpha * (product.right(o) + product.kept(o)); });
    all.add("where every product is added twice",
            [=](int o) { return 2 * product.right(o) + product.kept(o); });
}

void add_wrong_factors_of_y(Mistakes& all, const Product& product) {
    const auto alpha = product.shape.alpha, beta = product.shape.beta;
    all.add("where beta is added, and not beta times what y held",
            [=](int o) { return product.right(o) + beta; });
    all.add("where beta times the sum is added, and not beta times what y held",
            [=](int o) { return (1 + beta) * product.right(o); });
    all.add("where what y held is added as it is, and not times beta",
            [=](int o) { return product.right(o) + product.before(o); });
    all.add("without beta times what y held", [=](int o) { return product.right(o); });
    all.add("where y keeps what it held, as with an alpha of 0 and a beta of 1",
            [=](int o) { return product.before(o); });
    all.add("where what y held is multiplied by alpha, too",
            [=](int o) { return product.right(o) + alpha * product.kept(o); });
}

/// Sums by shuffles that begin `apart` lanes away, where each line has `lanes` of a warp.
void add_shared_warps(Mistakes& all, const Product& product) {
    const auto right = [=](int o) { return product.right(o); };
    for (int lanes = 1; lanes < 32; lanes *= 2)
        for (int apart = lanes; apart <= 32; apart *= 2) {
            const SharedWarp warp{product.shape.outputs(), lanes, apart};
            all.add(
                "where a sum has those of other lines added, which share its warp: a shuffle "
                "over as many lanes as a line has, or more, reaches another line",
                [=](int o) { return warp.sum(right, o, lanes) + product.kept(o); });
        }
}

/// Thread 0 of a line has the sum of warp 0, and adds up the warps from that one on.
void add_first_warp_twice(Mistakes& all, const Product& product) {
    constexpr int warp = 32;
    const int length = product.shape.length();
    for (const int wide : {1, 4})
        for (int lanes = 2 * warp; lanes * wide < length + lanes && lanes <= 1024; lanes *= 2)
            all.add("where the sum of the first warp of a line is added twice", [=](int o) {
                const auto in_first = [=](int k) { return k % (lanes * wide) < warp * wide; };
                return product.right(o) + product.kept(o) +
                       product.with_x(o, [&](int k) { return in_first(k) ? product.x(k) : 0.0f; });
            });
}

/// Sums of a line's lanes without the last shuffles, of which lane 0 gets those of every second,
/// fourth, ... lane only. A lane has one or four neighbours of the line at a time.
void add_missing_shuffles(Mistakes& all, const Product& product) {
    constexpr int warp = 32;
    for (const int wide : {1, 4})
        for (int step = 2; step <= warp && step * wide <= product.shape.length(); step *= 2)
            all.add(wide == 1
                        ? only_every(step, "term")
                        : fmt::format("where of each {} terms only the first {} are added: the "
                                      "last steps of adding up lanes are missing",
                                      step * wide, wide),
                    [=](int o) {
                        const auto is_added = [=](int k) { return k / wide % step == 0; };
                        return product.kept(o) + product.with_x(o, [&](int k) {
                            return is_added(k) ? product.x(k) : 0.0f;
                        });
                    });
}

/// Sums across the lines, in shared memory: `rows` rows of threads take every `rows`-th line, and
/// `together` of them are added by shuffles before.
void add_missing_rows_of_threads(Mistakes& all, const Product& product) {
    constexpr int most_rows = 512, most_together = 32;
    for (int rows = 2; rows <= most_rows && rows <= product.shape.length(); rows *= 2)
        for (int together = 1; together < rows && together <= most_together; together *= 2)
            for (const bool is_last : {false, true})
                all.add(fmt::format("where the {} of the partial sums in shared memory is not "
                                    "added: does the loop over them take all rows?",
                                    is_last ? "last row" : "first row"),
                        [=](int o) {
                            const auto is_added = [=](int k) {
                                return is_last ? k % rows < rows - together : k % rows >= together;
                            };
                            return product.kept(o) + product.with_x(o, [&](int k) {
                                return is_added(k) ? product.x(k) : 0.0f;
                            });
                        });
}

/// Sums that are cut into parts, each of which takes the first elements of x.
void add_first_x_for_parts(Mistakes& all, const Product& product) {
    constexpr int shortest = 4096, most_parts = 64;
    const int length = product.shape.length();
    if (length < shortest) return;
    for (const int wide : {1, 4})
        for (int parts = 2; parts <= most_parts; ++parts) {
            const int units = (length + wide - 1) / wide;
            const int part = (units + parts - 1) / parts * wide;
            all.add(
                "where each part takes the first elements of x: the index lacks the begin of "
                "the part",
                [=](int o) {
                    return product.with_x(o, [&](int k) { return product.x(k % part); }) +
                           product.kept(o);
                });
        }
}

void add_early_ends(Mistakes& all, const Product& product) {
    constexpr int longest = 10'000;  // each end is a sum of its own
    const int length = product.shape.length();
    if (length > longest) return;
    for (int terms = 1; terms < length; ++terms)
        all.add(fmt::format("where the sums end after {} of {} terms", terms, length),
                [=](int o) { return product.sum(o, terms) + product.kept(o); });
}

/// Each thread that shares a sum keeps its last product, or with loads of four floats its last
/// four. Sums of few terms are left out, since a loop that begins one term late leaves the same.
void add_last_products(Mistakes& all, const Product& product) {
    constexpr int most_lanes = 1024, longest = 10'000;
    const int length = product.shape.length();
    if (length > longest) return;
    for (int terms = 1; terms <= 4 * most_lanes && 2 * terms < length; terms *= 2)
        all.add(fmt::format("of the last {} of {} terms: what was added before them is lost, as "
                            "where = stands for +=, or a sum is set back to 0",
                            terms, length),
                [=](int o) { return product.last(o, terms) + product.kept(o); });
}

}  // namespace

std::vector<Mistake> product_mistakes(const Shape& shape, Arrays arrays) {
    const Product product(shape, std::move(arrays));
    Mistakes all(shape);
    add_wrong_places(all, product);
    add_wrong_factors_of_sum(all, product);
    add_wrong_factors_of_y(all, product);
    if (shape.along()) {
        add_shared_warps(all, product);
        add_first_warp_twice(all, product);
        add_missing_shuffles(all, product);
    } else {
        add_missing_rows_of_threads(all, product);
    }
    add_first_x_for_parts(all, product);
    add_early_ends(all, product);
    add_last_products(all, product);
    return std::move(all.list);
}

}  // namespace capstone_suite
