// The parts of the C library that cooperative_groups.h and libcu++ make visible with nvcc, so that
// programs use printf, assert and uint32_t with no other include.
#pragma once

#include <cassert>
#include <cfloat>
#include <cstdint>
#include <cstdio>
#include <cstring>
