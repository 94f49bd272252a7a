// OpenGL ES 3.0's functions, in the page from WebGL2 and on the desktop from the system's OpenGL.
#pragma once

#ifdef __EMSCRIPTEN__
#include <GLES3/gl3.h>
#else
#define GL_GLEXT_PROTOTYPES 1
#include <GL/gl.h>
#include <GL/glext.h>
#endif
