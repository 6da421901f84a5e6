// What the type of a variable says about its elements, to name one of them as the program does.
#pragma once

#include <cstddef>

namespace cusim::detail {

// `float tile[8][9]` has elements of 4 bytes in rows of 9. A variable that is no array is an element
// itself.
struct Shape {
    static constexpr int most_rows = 3;
    std::size_t element;          // bytes
    bool is_array;
    std::size_t rows[most_rows];  // the lengths of all dimensions but the first, then zeros
};

template <class T>
struct ShapeOf {
    static constexpr Shape value{sizeof(T), false, {}};
};
template <class T, std::size_t A>
struct ShapeOf<T[A]> {
    static constexpr Shape value{sizeof(T), true, {}};
};
template <class T, std::size_t A, std::size_t B>
struct ShapeOf<T[A][B]> {
    static constexpr Shape value{sizeof(T), true, {B}};
};
template <class T, std::size_t A, std::size_t B, std::size_t C>
struct ShapeOf<T[A][B][C]> {
    static constexpr Shape value{sizeof(T), true, {B, C}};
};
template <class T, std::size_t A, std::size_t B, std::size_t C, std::size_t D>
struct ShapeOf<T[A][B][C][D]> {
    static constexpr Shape value{sizeof(T), true, {B, C, D}};
};
// Of `extern __shared__ T name[]`.
template <class T>
struct ShapeOf<T[]> : ShapeOf<T[1]> {};
template <class T, std::size_t B>
struct ShapeOf<T[][B]> : ShapeOf<T[1][B]> {};

template <class T>
constexpr Shape ShapeOf<T>::value;
template <class T, std::size_t A>
constexpr Shape ShapeOf<T[A]>::value;
template <class T, std::size_t A, std::size_t B>
constexpr Shape ShapeOf<T[A][B]>::value;
template <class T, std::size_t A, std::size_t B, std::size_t C>
constexpr Shape ShapeOf<T[A][B][C]>::value;
template <class T, std::size_t A, std::size_t B, std::size_t C, std::size_t D>
constexpr Shape ShapeOf<T[A][B][C][D]>::value;

// Of the elements to which a pointer points; nullptr if the type does not say how large they are.
template <class T, class = decltype(sizeof(int))>
struct PointeeShape {
    static constexpr const Shape* value = nullptr;
};
template <class T>
struct PointeeShape<T*, decltype(sizeof(T[1]))> {
    static constexpr const Shape* value = &ShapeOf<T[1]>::value;
};

}  // namespace cusim::detail
