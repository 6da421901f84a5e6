// The interface of the lab: what a student writes, and what each function may assume.
#pragma once

/// y += a x for n elements. d_y and d_x are device memory and do not overlap; n >= 1.
void @NAME@(int n, float a, float* d_y, const float* d_x);
