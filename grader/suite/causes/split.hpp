// How a submission split the work of y = A x + b over threads and blocks.
#pragma once

#include <map>
#include <string>

namespace grader::suite::matvec {

/// How the work was split, as far as it is known.
struct Split {
    int block = 0;           // threads per block in the latest launch; 0: no launch
    int barriers = 0;        // that a block passes there, on average
    bool shuffles = false;   // whether lanes exchange values there
    int blocks_along_x = 0;  // of its grid
    int blocks_along_y = 0;
    bool adds_to_y = false;                 // whether y may begin as a copy of b
    std::map<std::string, int> sizes = {};  // of the call, in addition to n and m: "width", "sx"
};

}  // namespace grader::suite::matvec
