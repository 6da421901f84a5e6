// Device memory that the program never gave back, told when it ends.
#pragma once

namespace cusim::api {

// Nothing is told where a kernel was lost: on a lost device nothing can be freed.
void report_leaks();

}  // namespace cusim::api
