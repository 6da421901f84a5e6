// Creates, ends and joins host threads.
#include <csignal>
#include <cstdlib>
#include <map>
#include <memory>

#include "simulator/host/real.hpp"
#include "simulator/host/turns.hpp"

namespace cusim::host {

namespace {

// By handle, until a thread is joined or detached.
std::map<pthread_t, HostThread*>& by_handle() {
    static auto& known = *new std::map<pthread_t, HostThread*>;
    return known;
}

struct Start {
    void* (*function)(void*);
    void* argument;
    HostThread* thread;
    int rounds = PTHREAD_DESTRUCTOR_ITERATIONS - 1;
};

pthread_key_t ending_key();

// Must run after the program's own destructors of thread-local objects: only in the last of the C
// library's rounds does the thread give its turn away for good.
void ends(void* data) {
    auto* const start = static_cast<Start*>(data);
    if (start->rounds-- > 0) {
        pthread_setspecific(ending_key(), data);
        return;
    }
    HostThread& thread = *start->thread;
    delete start;
    end(thread);
}

pthread_key_t ending_key() {
    static const pthread_key_t key = [] {
        pthread_key_t made;
        pthread_key_create(&made, ends);
        return made;
    }();
    return key;
}

// The handler that reports a fatal signal needs its own stack in every thread.
struct SignalStack {
    static constexpr std::size_t size = 256 * 1024;
    std::unique_ptr<char[]> memory = std::make_unique_for_overwrite<char[]>(size);

    SignalStack() {
        const stack_t stack{.ss_sp = memory.get(), .ss_flags = 0, .ss_size = size};
        sigaltstack(&stack, nullptr);
    }
    ~SignalStack() {
        const stack_t none{.ss_sp = nullptr, .ss_flags = SS_DISABLE, .ss_size = 0};
        sigaltstack(&none, nullptr);
    }
};

void* run(void* data) {
    auto* const start = static_cast<Start*>(data);
    begin(*start->thread);
    thread_local const SignalStack signal_stack;
    pthread_setspecific(ending_key(), start);
    return start->function(start->argument);
}

}  // namespace
}  // namespace cusim::host

using namespace cusim::host;

extern "C" {

int pthread_create(pthread_t* handle, const pthread_attr_t* attributes, void* (*function)(void*),
                   void* argument) {
    // The first thread may end before the others, too.
    if (!several) pthread_setspecific(ending_key(), new Start{nullptr, nullptr, &running()});
    HostThread& thread = add_thread();
    auto start = std::make_unique<Start>(Start{function, argument, &thread});
    const int error = real::create()(handle, attributes, run, start.get());
    if (error != 0) {
        join(thread);
        return error;
    }
    start.release();
    by_handle()[*handle] = &thread;
    return 0;
}

int pthread_join(pthread_t handle, void** result) {
    const auto known = by_handle().find(handle);
    if (known == by_handle().end()) return real::join()(handle, result);
    HostThread& thread = *known->second;
    while (!has_ended(thread)) block(&thread);
    const int error = real::join()(handle, result);
    by_handle().erase(handle);
    join(thread);
    return error;
}

int pthread_detach(pthread_t handle) {
    if (const auto known = by_handle().extract(handle)) detach(*known.mapped());
    return real::detach()(handle);
}
}
