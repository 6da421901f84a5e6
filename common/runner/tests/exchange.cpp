#include "exchange.hpp"

#include <cstring>
#include <exception>
#include <span>
#include <string>
#include <utility>

#include "functions.hpp"
#include "runner/backend.hpp"
#include "runner/call.hpp"
#include "runner/perform.hpp"
#include "runner/program.hpp"
#include "simulator/report/recorder.hpp"

namespace runner::test {

namespace {

using DeviceFunction = void (*)(int, float*, const float*);

Program make_program() {
    Program program("00-test", "functions that behave and others");
    const std::pair<const char*, DeviceFunction> functions[] = {
        {"twice", twice},
        {"add_to_unwritten", add_to_unwritten},
        {"write_past_the_end", write_past_the_end},
        {"copy", copy},
        {"change_input", change_input},
        {"detour", detour},
        {"twice_from_pinned", twice_from_pinned},
        {"twice_from_registered", twice_from_registered},
        {"twice_by_a_flag", twice_by_a_flag},
        {"twice_by_a_constant", twice_by_a_constant},
        {"twice_by_many_constants", twice_by_many_constants},
        {"launch_too_large", launch_too_large},
        {"twice_in_a_stream", twice_in_a_stream},
        {"twice_in_a_kept_stream", twice_in_a_kept_stream},
    };
    for (const auto& [name, function] : functions)
        program.function(name, [function = function](Call& call) {
            function(call.size("n"), call.output<float>("y"), call.input<float>("x"));
        });
    program.function("twice_on_host", [](Call& call) {
        call.result(twice_on_host(call.size("n"), call.host_output<float>("y"),
                                  call.host_input<float>("x")));
    });
    program.function("twice_and_reset", [](Call& call) {
        call.result(twice_and_reset(call.size("n"), call.host_output<float>("y"),
                                    call.host_input<float>("x")));
    });
    program.function("twice_in_place", [](Call& call) {
        twice_in_place(call.size("n"), call.host_output<float>("y"), call.host_input<float>("x"));
    });
    program.function("throws_without_a_text", [](Call&) {
        struct Silent : std::exception {
            const char* what() const noexcept override { return nullptr; }
        };
        throw Silent();
    });
    program.function("twice_in_a_loop", [](Call& call) {
        twice_in_a_loop(call.size("n"), call.host_output<float>("y"), call.host_input<float>("x"));
    });
    program.function("checks_all_but_a_copy", [](Call& call) {
        call.result(checks_all_but_a_copy(call.size("n"), call.host_output<float>("y"),
                                          call.host_input<float>("x")));
    });
    program.function("wrong_name", [](Call& call) { call.input<float>("z"); });
    program.function("wrong_type", [](Call& call) { call.input<double>("x"); });
    program.function("wrong_size", [](Call& call) { call.size("m"); });
    return program;
}

}  // namespace

Exchange::Exchange(const char* function) {
    request.call = 3;
    request.function = function;
    request.sizes = {{"n", n}};
    request.arrays = {{.name = "x", .role = Role::in, .count = n},
                      {.name = "x", .role = Role::echo, .count = n},
                      {.name = "y", .role = Role::out, .count = n, .offset = 192}};
    for (int i = 0; i < n; ++i) x[i] = static_cast<float>(i);
}

Exchange::~Exchange() {
    cusim::report::reset();
}

Reply Exchange::perform() {
    static const Program program = make_program();
    return runner::perform(program, request, std::as_bytes(std::span(x)), outputs);
}

std::vector<float> Exchange::array(std::size_t offset, std::size_t count) const {
    std::vector<float> values(count);
    std::memcpy(values.data(), &outputs[offset], count * sizeof(float));
    return values;
}

bool recorded(const char* text) {
    return backend::records().find(text) != std::string::npos;
}

}  // namespace runner::test
