// Optimizers over any engine's tensors, in torch.optim's state layout. An optimizer is a struct with
// `Options`, `state_names`, `init_state` and `update`; `Optimizer<E, Rule>` walks the parameters.
// (See optim/sgd.h, adam.h.) State is made lazily, at a parameter's first step with a gradient.
#pragma once
