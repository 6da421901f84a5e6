// The calls of lab 07's functions, and their values.
#include "suites/07-atomics/checks.hpp"

namespace atomics {

namespace {

const std::vector<Split> few_splits = {{3, 2, 2}, {33, 2, 1}, {5, 1024, 1}, {97, 16, 4}};
const Split odd_split{37, 8, 4};

}  // namespace

const std::vector<Split> splits = {
    {1, 2, 1},    {1, 32, 32},  {2, 2, 1},    {3, 2, 2},    {4, 4, 1},   {5, 4, 8},
    {7, 8, 2},    {8, 2, 4},    {9, 8, 4},    {15, 16, 4},  {16, 2, 16}, {17, 16, 4},
    {31, 32, 8},  {33, 32, 4},  {37, 2, 1},   {63, 8, 128}, {64, 4, 8},  {65, 64, 16},
    {66, 4, 256}, {100, 16, 8}, {19, 2, 512}, {128, 8, 8},  {97, 64, 1}, {150, 32, 8}};
const std::vector<Split> fewer_splits = {{1, 2, 1},    {2, 2, 1},    {5, 4, 8},
                                         {8, 2, 4},    {17, 16, 4},  {33, 32, 4},
                                         {63, 8, 128}, {65, 64, 16}, {100, 16, 8}};
const std::vector<Split> hunting_grounds = {{8, 2, 1},  {16, 2, 4}, {64, 4, 8},
                                            {32, 2, 8}, {64, 8, 4}, {128, 2, 16}};

Subject subject(const std::string& function, const Split& split) {
    Subject subject = matvec::split_subject(function, split);
    if (function == "repeated_launches")
        subject.scratch = {matvec::partial_sums("buff1", split),
                           matvec::partial_sums("buff2", split)};
    if (function == "one_buffer") subject.scratch = {matvec::partial_sums("buff", split, 2)};
    subject.adds_to_y = function == "shared_atomics" || function == "atomics_only";
    return subject;
}

void check_integers(const std::string& function, const std::vector<Split>& splits) {
    for (const Split& split : splits)
        matvec::check_integers(subject(function, split), std::vector{split.shape()});
}

void check_rounding(const std::string& function) {
    for (const Split& split : few_splits)
        matvec::check_rounding(subject(function, split), std::vector{split.shape()});
}

void check_special_values(const std::string& function) {
    matvec::check_special_values(subject(function, odd_split), odd_split.shape());
}

CheckedCall integers_call(const std::string& function, const Split& split) {
    return matvec::integers_call(subject(function, split), split.shape());
}

}  // namespace atomics
