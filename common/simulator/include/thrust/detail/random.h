// Thrust's random numbers: linear congruential engines, and distributions. An engine gives the same
// numbers as the standard library's engine with that name.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <limits>
#include <random>
#include <type_traits>

namespace thrust {

namespace random {

template <class T, T a, T c, T m>
class linear_congruential_engine {
  public:
    using result_type = T;
    static constexpr T multiplier = a, increment = c, modulus = m;
    static constexpr T min = c == 0 ? 1 : 0, max = m - 1, default_seed = 1;

    explicit linear_congruential_engine(T value = default_seed) { seed(value); }
    void seed(T value = default_seed) { x_ = c == 0 && value % m == 0 ? 1 : value % m; }
    T operator()() { return x_ = step(a, x_, c); }

    // Advances by many steps, by repeated squaring of one step, x -> by x + plus.
    void discard(unsigned long long steps) {
        T by = a, plus = c;
        for (; steps > 0; steps /= 2) {
            if (steps % 2 == 1) x_ = step(by, x_, plus);
            plus = step(by, plus, plus);
            by = step(by, by, 0);
        }
    }
    friend bool operator==(const linear_congruential_engine& left,
                           const linear_congruential_engine& right) {
        return left.x_ == right.x_;
    }

  private:
    static T step(T by, T x, T plus) { return T((std::uint64_t(by) * x + plus) % m); }
    T x_;
};

using minstd_rand0 = linear_congruential_engine<std::uint32_t, 16807, 0, 2147483647>;
using minstd_rand = linear_congruential_engine<std::uint32_t, 48271, 0, 2147483647>;
using default_random_engine = minstd_rand;

// A standard library's engine, with its limits under Thrust's names.
template <class Engine>
class standard_engine {
  public:
    using result_type = typename Engine::result_type;
    static constexpr result_type min = Engine::min(), max = Engine::max();
    static constexpr result_type default_seed = 19780503u;

    explicit standard_engine(result_type value = default_seed) : engine_(value) {}
    void seed(result_type value = default_seed) { engine_.seed(value); }
    result_type operator()() { return engine_(); }
    void discard(unsigned long long steps) { engine_.discard(steps); }
    friend bool operator==(const standard_engine& a, const standard_engine& b) {
        return a.engine_ == b.engine_;
    }

  private:
    Engine engine_;
};
using ranlux24 = standard_engine<std::ranlux24>;
using ranlux48 = standard_engine<std::ranlux48>;

template <class T = double>
class uniform_real_distribution {
  public:
    using result_type = T;
    explicit uniform_real_distribution(T from = 0, T to = 1) : from_(from), to_(to) {}
    template <class Engine>
    T operator()(Engine& engine) const {
        const T part = T(engine() - Engine::min) / (T(Engine::max - Engine::min) + T(1));
        return part * (to_ - from_) + from_;
    }
    void reset() {}
    T a() const { return from_; }
    T b() const { return to_; }
    T min() const { return from_; }
    T max() const { return to_; }

  private:
    T from_, to_;
};

template <class T = int>
class uniform_int_distribution {
  public:
    using result_type = T;
    explicit uniform_int_distribution(T from = 0, T to = std::numeric_limits<T>::max())
        : from_(from), to_(to) {}
    template <class Engine>
    T operator()(Engine& engine) const {
        return T(uniform_real_distribution<double>(double(from_), double(to_) + 1)(engine));
    }
    void reset() {}
    T a() const { return from_; }
    T b() const { return to_; }
    T min() const { return from_; }
    T max() const { return to_; }

  private:
    T from_, to_;
};

// Uses the inverse of the cumulative distribution, computed from the half of the engine's range in
// which the number lies.
template <class T = double>
class normal_distribution {
  public:
    using result_type = T;
    explicit normal_distribution(T mean = 0, T deviation = 1)
        : mean_(mean), deviation_(deviation) {}
    template <class Engine>
    T operator()(Engine& engine) const {
        constexpr auto range = Engine::max - Engine::min;
        auto number = engine() - Engine::min;
        const bool upper = number > range / 2;
        if (upper) number = range - number;
        const T part = T(number) * (T(1) / T(range)) + T(0.5) / T(range);
        const T away = T(1.4142135623730951) * ::erfcinv(T(2) * part);
        return mean_ + deviation_ * (upper ? away : -away);
    }
    void reset() {}
    T mean() const { return mean_; }
    T stddev() const { return deviation_; }
    T min() const { return std::numeric_limits<T>::lowest(); }
    T max() const { return std::numeric_limits<T>::max(); }

  private:
    T mean_, deviation_;
};

}  // namespace random

using random::default_random_engine;
using random::linear_congruential_engine;
using random::minstd_rand;
using random::minstd_rand0;
using random::normal_distribution;
using random::ranlux24;
using random::ranlux48;
using random::uniform_int_distribution;
using random::uniform_real_distribution;

}  // namespace thrust
