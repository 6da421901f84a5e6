// A session with a student's Python script that misbehaves in every way: each misdeed gets its
// verdict in one line, and the next call gets new processes.
#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "build/build.hpp"
#include "suite/calls/session.hpp"
#include "suite/starter.hpp"

using namespace grader;
using namespace grader::suite;
namespace fs = std::filesystem;

namespace {

// multiply() first does `deed`, then computes with a kernel.
std::string script(const std::string& deed) {
    return "import os, sys, signal, socket, subprocess, threading\n"
           "import numpy as np\n"
           "import pycuda.autoinit\n"
           "import pycuda.driver as cuda\n"
           "from pycuda.compiler import SourceModule\n"
           "def multiply(a, b):\n"
           "    " +
           deed +
           "\n"
           "    c = np.empty((1, 1), np.float32)\n"
           "    k = SourceModule('__global__ void k(float *c, float *a, float *b)'\n"
           "                     '{ *c = *a * *b; }').get_function('k')\n"
           "    k(cuda.Out(c), cuda.In(a), cuda.In(b), block=(1, 1, 1))\n"
           "    return c\n";
}

/// The result of a call: the message of the verdict or the exception, or the product.
std::string outcome(const std::string& deed,
                    std::chrono::milliseconds limit = std::chrono::seconds(8)) {
    const lab::Kit kit = lab::this_kit();
    const auto folder = fs::temp_directory_path() / ("script-session-" + std::to_string(getpid()));
    fs::create_directories(folder);
    std::ofstream(folder / "matmul.py") << script(deed);
    const auto sandbox = sandbox::Sandbox::best(true);
    const auto built =
        build::build_submission(kit, kit.find("12"), folder, build::Backend::sim, sandbox);
    fs::remove_all(folder);
    REQUIRE(built.reason == "");
    Request request;
    request.lab = "12-python";
    request.program = built.program;
    request.sandbox = sandbox.kind();
    Session session(simulator_starter(request), "forward", limit);
    Call call("multiply");
    call.size("m", 1).size("n", 1).size("k", 1);
    call.input("a", std::vector<float>{3}).input("b", std::vector<float>{2});
    call.output<float>("c", 1);
    const auto result = session.call(call);
    build::forget(built);
    if (const auto* verdict = std::get_if<Verdict>(&result)) return verdict->message;
    const Answer& answer = std::get<Answer>(result);
    return answer.thrown().empty() ? std::to_string(int(answer.output<float>("c")[0]))
                                   : answer.thrown();
}

void expect(const std::string& deed, const std::string& words) {
    const std::string got = outcome(deed);
    CAPTURE(deed);
    CAPTURE(got);
    CHECK(got.find(words) != std::string::npos);
}

}  // namespace

TEST_CASE("a script that does as it is asked computes the product") {
    expect("pass", "6");
    expect("print('a word')", "6");
    expect("threading.Thread(target=print).start()", "6");
    expect("open(os.environ['HOME'] + '/mine', 'w').write('x')", "6");
}

TEST_CASE("a script that ends and one that fails are distinguished") {
    expect("os._exit(0)", "Python ended by itself instead of returning: something calls exit");
    expect("sys.exit(3)", "SystemExit: 3 (matmul.py:7)");
    expect("os.kill(os.getpid(), signal.SIGSEGV)", "Python crashed: invalid memory access");
    expect("os.closerange(3, 64)", "Python");
    expect("while True: print('x' * 100000)", "Python stopped: printed more than allowed");
    expect("x = bytearray(8 << 30)", "Python");
    expect("raise KeyError('k')", "KeyError: 'k' (matmul.py:7)");
    expect("multiply(a, b)", "RecursionError");
    expect("import torch", "ModuleNotFoundError: No module named 'torch'");
}

TEST_CASE("a script reaches no other process, network or file") {
    expect("os.fork()", "PermissionError");
    expect("subprocess.run(['/bin/true'])", "PermissionError");
    expect("socket.create_connection(('127.0.0.1', 80))", "PermissionError");
    expect("open('/usr/lib/mine', 'w')", "Error");
    expect("open('" + lab::this_kit().source.string() + "/grader/suites/12-python.cpp')", "Error");
    expect("os.kill(1, 9)", "Error");
}

TEST_CASE("what is no message to the device ends the call, not the grader") {
    expect("os.write(8, b'\\xff' * 64)", "Python");
    expect("os.write(9, b'\\xff' * 64)", "");
    expect("from pycuda import _device; _device.connection.send({'do': 5})", "failed");
    expect("from pycuda import _device; _device.connection.send({'raised': 5})", "Python");
    expect("from pycuda import _device; _device.ask('load_module', file='/etc/passwd')", "failed");
    expect("from pycuda import _device; _device.ask('copy_out', pointer=0x400000, bytes=8)",
           "invalid argument");
}

TEST_CASE("a script that never ends is not waited for") {
    CHECK(outcome("while True: pass", std::chrono::seconds(2)) ==
          "no answer within 2 s: an endless loop, or far too much work");
}
