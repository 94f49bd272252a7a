#include "ops/kernel_choice.h"

namespace tally {
namespace {

thread_local KernelChoice current;

}  // namespace

const KernelChoice& kernel_choice() { return current; }

KernelScope::KernelScope(const KernelChoice& choice) : previous_(current) { current = choice; }
KernelScope::~KernelScope() { current = previous_; }

}  // namespace tally
