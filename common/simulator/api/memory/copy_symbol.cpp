// Copies to and from the variables of device code.
#include <cstddef>
#include <string>

#include "cusim/translated.hpp"
#include "simulator/api/calls/status.hpp"
#include "simulator/api/memory/copy.hpp"
#include "simulator/api/memory/copy_checks.hpp"
#include "simulator/memory/symbols.hpp"

namespace cusim::detail {

namespace {

// The address of the symbol plus the offset; nullptr if the bytes do not fit.
char* inside(const void* symbol, std::size_t offset, std::size_t size) {
    const memory::Variable* const variable = memory::find_symbol(symbol);
    if (!variable || offset > variable->size || size > variable->size - offset) return nullptr;
    return static_cast<char*>(variable->address) + offset;
}

cudaError_t no_such_symbol() {
    return api::call([] { return cudaErrorInvalidSymbol; });
}

// Refuses a copy that exceeds the variable.
cudaError_t refuse(const void* symbol, std::size_t size, std::size_t offset,
                   const api::Transfer& transfer) {
    const memory::Variable* const variable = memory::find_symbol(symbol);
    if (!variable) return no_such_symbol();
    return api::call([&] {
        const std::string behind = offset > 0 ? " from byte " + std::to_string(offset) + " on" : "";
        return api::tell(transfer, report::FindingKind::bad_copy,
                         "it takes " + std::to_string(size) + " bytes of " + variable->name +
                             behind + ", which has " + std::to_string(variable->size),
                         report::Variant::too_many_bytes);
    });
}

// A copy may take a part of an array. One of as many bytes as the array has elements is hardly
// meant.
void tell_of_elements(const void* symbol, std::size_t size, std::size_t offset,
                      std::size_t elements, const api::Transfer& transfer) {
    const memory::Variable* const variable = memory::find_symbol(symbol);
    if (!variable || size != elements || offset != 0 || elements < 2 || variable->size <= size)
        return;
    api::tell(transfer, report::FindingKind::bad_copy,
              "it copies " + std::to_string(size) + " bytes, and " + variable->name + " has " +
                  std::to_string(elements) + " elements of " +
                  std::to_string(variable->size / elements) +
                  " bytes: a size counts bytes, as sizeof does",
              report::Variant::few_bytes, report::Severity::warning);
}

}  // namespace

cudaError_t copy_to_symbol(const void* symbol, const void* from, size_t size, size_t offset,
                           cudaMemcpyKind kind, cudaStream_t stream, bool wait, size_t elements,
                           size_t room) {
    char* const to = inside(symbol, offset, size);
    const api::Transfer transfer{.to = to,
                                 .from = from,
                                 .rows = api::Rows::one(size),
                                 .kind = kind,
                                 .stream = stream,
                                 .wait = wait,
                                 .pc = __builtin_return_address(0),
                                 .seen = {.from = room}};
    tell_of_elements(symbol, size, offset, elements, transfer);
    return to ? api::copy(transfer) : refuse(symbol, size, offset, transfer);
}

cudaError_t copy_from_symbol(void* to, const void* symbol, size_t size, size_t offset,
                             cudaMemcpyKind kind, cudaStream_t stream, bool wait, size_t elements,
                             size_t room) {
    const char* const from = inside(symbol, offset, size);
    const api::Transfer transfer{.to = to,
                                 .from = from,
                                 .rows = api::Rows::one(size),
                                 .kind = kind,
                                 .stream = stream,
                                 .wait = wait,
                                 .pc = __builtin_return_address(0),
                                 .seen = {.to = room}};
    tell_of_elements(symbol, size, offset, elements, transfer);
    return from ? api::copy(transfer) : refuse(symbol, size, offset, transfer);
}

cudaError_t symbol_address(void** pointer, const void* symbol) {
    void* const found = inside(symbol, 0, 0);
    const cudaError_t error = api::put(pointer, found);
    return found ? error : no_such_symbol();
}

cudaError_t symbol_size(size_t* size, const void* symbol) {
    const memory::Variable* const variable = memory::find_symbol(symbol);
    if (!variable) return no_such_symbol();
    return api::put(size, variable->size);
}

}  // namespace cusim::detail
