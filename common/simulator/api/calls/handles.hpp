// What a program makes besides memory and texture objects: streams, events, graphs, surface
// objects. A function may make one in its first call and use it in later ones. But a line that
// leaves one behind in call after call, and uses none of them again, has forgotten to destroy them.
#pragma once

#include <cstdint>
#include <functional>

namespace cusim::api {

enum class HandleKind { stream, event, graph, executable_graph, surface_object };

// A handle is a pointer, or the number of a surface object. Only those that the program has made
// itself are watched: what is used or ended may be any.
using Handle = std::uintptr_t;
template <class T>
Handle handle_of(T* pointer) {
    return reinterpret_cast<Handle>(pointer);
}

void handle_made(Handle handle, HandleKind kind, const void* pc);
void handle_used(Handle handle);
void handle_ended(Handle handle);

// A call of the graded function has ended. Tells of each line that has left handles behind in this
// call and in several before it, all of which nothing has used since; once.
void end_call_of_handles(const std::function<void(HandleKind, const void* pc)>& tell);

}  // namespace cusim::api
