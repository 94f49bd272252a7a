// Which language the environment of a program asks for.
#pragma once

#include "lecture/language.h"

namespace tally {

/// The language of LC_ALL, LC_MESSAGES or LANG, whichever is set first ("zh_CN.UTF-8" is zh).
/// English for a locale without its own, such as C, and where none is set.
const Language& locale_language();

}  // namespace tally
