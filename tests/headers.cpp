// Every test begins with the headers that tests/CMakeLists.txt lists; this file is there to have
// them compiled.
