// Whether ops record a graph: on by default, off in a `NoGrad` scope and inside backward.
#pragma once

namespace tally {

bool grad_enabled();

namespace detail {
class GradMode {
 public:
  explicit GradMode(bool enabled);
  ~GradMode();
  GradMode(const GradMode&) = delete;
  GradMode& operator=(const GradMode&) = delete;

 private:
  bool previous_;
};
}  // namespace detail

/// torch.no_grad for a scope.
struct NoGrad : detail::GradMode {
  NoGrad() : GradMode(false) {}
};

/// torch.enable_grad for a scope.
struct EnableGrad : detail::GradMode {
  EnableGrad() : GradMode(true) {}
};

}  // namespace tally
