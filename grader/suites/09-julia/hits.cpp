// Hits that differ from those that the chains' ends tell of: the first wrong pixel, and why.
#include <fmt/format.h>

#include <cstdint>
#include <numeric>
#include <optional>

#include "suites/09-julia/checks.hpp"

namespace julia_suite {

namespace {

std::string shown_pixel(const View& view, std::size_t pixel) {
    return fmt::format("hits[{}][{}]", pixel / view.columns, pixel % view.columns);
}

/// Some of which are wrong.
class WrongHits {
  public:
    WrongHits(const Problem& problem, const View& view, const Hits& hits)
        : view_(view),
          hits_(hits),
          all_(std::accumulate(hits.got.begin(), hits.got.end(), std::uint64_t{0})),
          expected_(std::accumulate(hits.expected.begin(), hits.expected.end(), std::uint64_t{0})) {
        const auto chains = problem.sizes().find("chains");
        if (chains != problem.sizes().end()) chains_ = static_cast<std::uint64_t>(chains->second);
    }

    std::string words(std::size_t pixel) const {
        return fmt::format(
            "{} is {}, expected {} by the chains' ends; all hits are {}, expected "
            "{}{}",
            shown_pixel(view_, pixel), hits_.got[pixel], hits_.expected[pixel], all_, expected_,
            hits_.before.empty() ? "" : ", those from before the call included");
    }

    /// A line that begins with a newline; empty if no cause is known.
    std::string cause() const {
        if (const auto only = only_pixel())
            return fmt::format(
                "\n  every hit is added to {}, and to no other pixel: each sample is counted at "
                "the index of the pixel that it lies in",
                shown_pixel(view_, *only));
        if (are_those_before_lost())
            return "\n  what hits held before the call is gone: the samples are added to it, so "
                   "the function must not set it to 0 first";
        if (are_by_columns())
            return "\n  the picture is stored column by column: row r and column c are pixel "
                   "r * columns + c";
        if (chains_ && all_ == expected_ + *chains_)
            return "\n  each chain has a hit too many: is one sample more counted than there are?";
        if (all_ == expected_)
            return "\n  the number is right, so either the pixels are not, or `last` is not the "
                   "point behind a chain's last sample. Pixels are squares, width / columns wide "
                   "both ways; half of an odd number of columns is not a whole number; floorf "
                   "rounds down, a cast towards 0; row 0 is the top one, and pixel row * columns + "
                   "column; a sample is counted after its step, not before";
        if (const auto few = too_few_for_each_chain(); few > 0)
            return fmt::format(
                "\n  that is {} too few for each chain: all `samples` steps behind those of "
                "burn_in are counted",
                few);
        if (const auto left_out = words_on_pixels_left_out(); !left_out.empty()) return left_out;
        if (all_ < expected_)
            return "\n  hits are lost: many threads add to one pixel, so each addition must be "
                   "atomic; or pixels within the view are taken for outside";
        return {};
    }

  private:
    std::size_t pixels() const { return hits_.expected.size(); }
    unsigned before(std::size_t pixel) const {
        return hits_.before.empty() ? 0 : hits_.before[pixel];
    }

    /// Whether the hits are those of this call alone.
    bool are_those_before_lost() const {
        bool any = false;
        for (std::size_t pixel = 0; pixel < pixels(); ++pixel) {
            if (hits_.got[pixel] != hits_.expected[pixel] - before(pixel)) return false;
            any = any || before(pixel) > 0;
        }
        return any;
    }

    /// Whether the added hits are the expected ones, but at column * rows + row.
    bool are_by_columns() const {
        const auto rows = pixels() / static_cast<std::size_t>(view_.columns);
        for (std::size_t pixel = 0; pixel < pixels(); ++pixel) {
            const std::size_t there = pixel % view_.columns * rows + pixel / view_.columns;
            if (hits_.got[there] - before(there) != hits_.expected[pixel] - before(pixel))
                return false;
        }
        return true;
    }

    /// The only pixel whose count has grown, if the expected hits lie in several.
    std::optional<std::size_t> only_pixel() const {
        std::size_t only = 0, grown = 0, expected_to_grow = 0;
        for (std::size_t pixel = 0; pixel < pixels(); ++pixel) {
            expected_to_grow += hits_.expected[pixel] != before(pixel);
            if (hits_.got[pixel] == before(pixel)) continue;
            only = pixel;
            ++grown;
        }
        if (grown == 1 && expected_to_grow > 1) return only;
        return std::nullopt;
    }

    /// How many hits are missing for each chain, if the number is the same for all; otherwise 0.
    std::uint64_t too_few_for_each_chain() const {
        if (!chains_ || all_ >= expected_) return 0;
        return (expected_ - all_) % *chains_ == 0 ? (expected_ - all_) / *chains_ : 0;
    }

    /// If pixels have no hit of those that they are to get, at most half of all, and the others are
    /// right; otherwise empty.
    std::string words_on_pixels_left_out() const {
        std::size_t left_out = 0, first = 0;
        for (std::size_t pixel = 0; pixel < pixels(); ++pixel) {
            if (hits_.got[pixel] == hits_.expected[pixel]) continue;
            if (hits_.got[pixel] != before(pixel)) return {};
            if (left_out++ == 0) first = pixel;
        }
        if (left_out == 0 || left_out > pixels() / 2) return {};
        return fmt::format(
            "\n  no hit is added to {}{}, and all other pixels are right: is a pixel within the "
            "view taken for outside?",
            shown_pixel(view_, first),
            left_out == 1 ? "" : fmt::format(" and {} other pixels", left_out - 1));
    }

    const View& view_;
    const Hits& hits_;
    std::uint64_t all_, expected_;
    std::optional<std::uint64_t> chains_;  // how many
};

}  // namespace

void check_counts(const Problem& problem, const Call& call, const Answer& answer, const View& view,
                  const Hits& hits, const std::string& cause) {
    for (std::size_t pixel = 0; pixel < hits.expected.size(); ++pixel) {
        if (hits.got[pixel] == hits.expected[pixel]) continue;
        const WrongHits wrong(problem, view, hits);
        std::string why = asked(answer, "");
        if (why.empty()) why = cause.empty() ? wrong.cause() : cause;
        fail(where(problem) + wrong.words(pixel) + why + repeat(call, answer.order()));
    }
}

}  // namespace julia_suite
