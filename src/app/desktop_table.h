// A table of a presentation as the window shows it.
#pragma once

#include "app/look.h"

namespace tally::app {

/// Draws the table at the cursor; wide ones scroll sideways.
void draw_table(Look& look, const Table& table, float width);

}  // namespace tally::app
