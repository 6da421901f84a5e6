// The block's barriers and the memory fences. A barrier is passed the line of its call, since the
// compiler may merge two calls into one. Translated code never passes the last two arguments.
#pragma once

extern "C" {
void __threadfence_block();
void __threadfence();
void __threadfence_system();

// Of launches that may begin before the one before them in their stream has ended.
void cudaGridDependencySynchronize();
void cudaTriggerProgrammaticLaunchCompletion();
}

void __syncthreads(const char* file = __builtin_FILE(), int line = __builtin_LINE());
int __syncthreads_count(int predicate, const char* file = __builtin_FILE(),
                        int line = __builtin_LINE());
int __syncthreads_and(int predicate, const char* file = __builtin_FILE(),
                      int line = __builtin_LINE());
int __syncthreads_or(int predicate, const char* file = __builtin_FILE(),
                     int line = __builtin_LINE());
