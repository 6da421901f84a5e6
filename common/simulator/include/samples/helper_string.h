// <helper_string.h> of the CUDA samples, with the same function names: command-line arguments and
// file names. Written for the simulator; if a program has the samples' own file, that one is used.
#pragma once

#include <strings.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>

#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif
#ifndef STRCASECMP
#define STRCASECMP strcasecmp
#endif
#ifndef STRNCASECMP
#define STRNCASECMP strncasecmp
#endif
#ifndef STRCPY
#define STRCPY(to, size, from) strcpy(to, from)
#endif
#ifndef FOPEN
#define FOPEN(file, name, mode) (file = fopen(name, mode))
#endif
#ifndef FOPEN_FAIL
#define FOPEN_FAIL(result) (result == NULL)
#endif
#ifndef SSCANF
#define SSCANF sscanf
#endif
#ifndef SPRINTF
#define SPRINTF sprintf
#endif

inline int stringRemoveDelimiter(char delimiter, const char* text) {
    int begin = 0;
    while (text[begin] == delimiter) ++begin;
    return begin >= int(std::strlen(text)) - 1 ? 0 : begin;
}

inline int getFileExtension(char* name, char** extension) {
    char* const dot = std::strrchr(name, '.');
    *extension = dot ? dot + 1 : nullptr;
    return dot ? int(dot - name) : 0;
}

// The text after "-name" or "--name" in the last argument that begins so; null if there is none.
inline const char* argument_behind_name(int argc, const char** argv, const char* name) {
    const std::size_t length = std::strlen(name);
    const char* found = nullptr;
    for (int i = 1; i < argc; ++i) {
        const char* const word = argv[i] + std::strspn(argv[i], "-");
        if (word == argv[i] || STRNCASECMP(word, name, length) != 0) continue;
        if (word[length] == '\0' || word[length] == '=') found = word + length;
    }
    return found;
}

inline bool checkCmdLineFlag(const int argc, const char** argv, const char* name) {
    return argument_behind_name(argc, argv, name) != nullptr;
}

inline int getCmdLineArgumentInt(const int argc, const char** argv, const char* name) {
    const char* const value = argument_behind_name(argc, argv, name);
    return value && *value == '=' ? std::atoi(value + 1) : 0;
}
inline float getCmdLineArgumentFloat(const int argc, const char** argv, const char* name) {
    const char* const value = argument_behind_name(argc, argv, name);
    return value && *value == '=' ? float(std::atof(value + 1)) : 0.0f;
}
inline bool getCmdLineArgumentString(const int argc, const char** argv, const char* name,
                                     char** result) {
    const char* const value = argument_behind_name(argc, argv, name);
    *result = value && *value == '=' ? const_cast<char*>(value + 1) : nullptr;
    return *result != nullptr;
}
template <class T>
bool getCmdLineArgumentValue(const int argc, const char** argv, const char* name, T* result) {
    const char* const value = argument_behind_name(argc, argv, name);
    if (value && *value == '=') *result = T(std::atoi(value + 1));
    return value != nullptr;
}

// Finds the file in the current directory, in data/, or beside the program; returns an allocated
// path, or null.
inline char* sdkFindFilePath(const char* name, const char* program) {
    std::string beside = program ? program : "";
    beside.erase(beside.find_last_of('/') == beside.npos ? 0 : beside.find_last_of('/') + 1);
    for (const std::string& folder :
         {std::string(), std::string("data/"), beside, beside + "data/"})
        if (std::ifstream(folder + name)) return strdup((folder + name).c_str());
    return nullptr;
}
