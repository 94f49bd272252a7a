// torch.autocast("cpu", dtype=torch.bfloat16) as Python's context manager does it
// (torch/amp/autocast_mode.py).
#pragma once

namespace tally::measure {

bool autocast_enabled();

class Autocast {
 public:
  explicit Autocast(bool enabled = true);
  ~Autocast();
  Autocast(const Autocast&) = delete;
  Autocast& operator=(const Autocast&) = delete;
  static void clear_cache();

 private:
  bool previous_;
};

}  // namespace tally::measure
