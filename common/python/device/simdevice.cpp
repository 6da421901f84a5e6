// simdevice SOCKET: the simulated device of one Python program, which starts it. Answers until the
// program closes its end; what was found is reported then, as by every program on the simulator.
#include <cstdio>
#include <cstdlib>

#include "python/device/device.hpp"

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "simdevice is started by pycuda: see docs/labs/12-python.md\n");
        return 2;
    }
    python::Connection connection(std::atoi(argv[1]));
    python::Device device;
    try {
        while (const auto request = connection.receive()) {
            const python::Message answer = device.answer(*request);
            connection.send(answer.head, answer.body);
        }
    } catch (const python::ConnectionError&) {
        // The program died in the middle of a word; what it did until then is reported all the
        // same.
    }
}
