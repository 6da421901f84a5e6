#include "simulator/report/advice/call_remedies.hpp"

#include "simulator/report/advice/null_pointer.hpp"

namespace cusim::report {
namespace {

constexpr const char* after_its_last_use = "Destroy a stream after the last call that takes it.";

std::string remedy_for_refusal(const Finding& f) {
    switch (f.variant) {
        case Variant::no_stream:
            return after_its_last_use;
        case Variant::refused_call:
        case Variant::endless_capture:
        case Variant::empty_occupancy:
        case Variant::grid_barrier:
        case Variant::no_cooperation:
            return {};  // the cause says everything
        case Variant::little_too_large:
            return "Is their number rounded up too far?";
        case Variant::shared_variables:
            return "Make its arrays smaller, or take dynamic shared memory, of which a block may "
                   "have more where the kernel asks for it (cudaFuncSetAttribute, "
                   "cudaFuncAttributeMaxDynamicSharedMemorySize). nvcc refuses what is declared "
                   "beyond 48 KiB.";
        case Variant::not_resident:
            return "Ask how many blocks a multiprocessor holds "
                   "(cudaOccupancyMaxActiveBlocksPerMultiprocessor) and how many multiprocessors "
                   "there are.";
        case Variant::empty_grid:
            return "A grid needs one block at least: how many there are is rounded up, as in `(n + "
                   "threads - 1) / threads`.";
        case Variant::empty_block:
            return "A length of the block is 0: each is at least 1, and dim3 makes those 1 that "
                   "are left out.";
        case Variant::long_block:
            return "Take more blocks of fewer threads, or let each thread do more; in <<<blocks, "
                   "threads>>> the threads of one block come second.";
        default:
            return "The number of blocks, of threads of a block and of bytes of shared memory have "
                   "limits: the device tells them (cudaGetDeviceProperties).";
    }
}

}  // namespace

// A caller may ask for more blocks than fit, and then the error is all that is missing.
std::string launch_refused(const Finding& f) {
    if (!f.is_unread) return remedy_for_refusal(f);
    const std::string check = "The call returns this as an error that nobody looks at: check it.";
    if (f.variant == Variant::not_resident)
        return check + " How many blocks fit, cudaOccupancyMaxActiveBlocksPerMultiprocessor tells.";
    const std::string remedy = remedy_for_refusal(f);
    return remedy.empty() ? check : check + " " + remedy;
}

std::string copy_refused(const Finding& f) {
    if (f.variant == Variant::kernel_allocation)
        return f.self.op == Op::free
                   ? "Free it in a kernel: what malloc() gave by free(), what new gave by delete."
                   : "In a kernel, copy what is there to or from memory of cudaMalloc, which "
                     "cudaMemcpy reaches.";
    if (f.self.op == Op::free)
        return "Give back the address that the allocation returned: not a variable's, and not one "
               "further inside.";
    switch (f.variant) {
        case Variant::handler:
            return "Are the arguments in the order of the parameters, and each in its handler?";
        case Variant::own_address:
            return "The array is where the pointer points: leave out the `&`.";
        case Variant::vector_object:
            return "Its elements are at `data()`.";
        case Variant::wrong_direction:
            return "The destination comes first, then the source: the direction has to say where "
                   "they lie.";
        case Variant::narrow_pitch:
            return "A width counts the bytes of a row, a pitch those from row to row.";
        case Variant::null_pointer:
            return "Has its memory been allocated, and did the call succeed?";
        case Variant::no_stream:
            return after_its_last_use;
        case Variant::few_bytes:
            return {};  // the cause says it
        case Variant::pointer_size:
            return "How long an array is, a pointer to it does not know: multiply the number of "
                   "elements by the size of one, as in `n * sizeof(float)`.";
        case Variant::short_host_array:
            return "No call of CUDA notices that: on a device, what lies behind the array is read "
                   "or overwritten. Make the array as long as the copy, in bytes, or copy fewer.";
        case Variant::negative_size:
            return negative_size_words;
        case Variant::too_many_bytes:
            return "Sizes of cudaMalloc and of copies count bytes, as in `n * sizeof(float)`: is "
                   "one of the two a number of elements, or another array's?";
        default:
            return "Check which of the two pointers is the device's, and the number of bytes.";
    }
}

}  // namespace cusim::report
