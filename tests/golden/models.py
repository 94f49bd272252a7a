"""Whole language models of every architecture: one forward and backward pass of a small instance.

structure  what is saved, streams of forward and backward, FLOPs and the peak
values     the loss, and two numbers of each parameter's gradient
"""

import gc

import torch
from torch.utils.checkpoint import checkpoint
from torch.utils.flop_counter import FlopCounterMode

from architectures import EAGER, FUSED, make
from measure import FLASH_FLOPS, SavedTensors, saved_bytes, storage_of
from philox import uniform
from trace import events_of, phase, trace

GPT2 = {"model_type": "gpt2", "vocab_size": 31, "n_positions": 16, "n_embd": 16, "n_layer": 2, "n_head": 2,
        "embd_pdrop": 0.0, "attn_pdrop": 0.0, "resid_pdrop": 0.0}  # fmt: skip
LLAMA = {"model_type": "llama", "vocab_size": 31, "hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 4,
         "num_key_value_heads": 2, "head_dim": 8, "intermediate_size": 24, "tie_word_embeddings": False}  # fmt: skip
WINDOW = {"sliding_window": 3}
GEMMA3 = {**LLAMA, "model_type": "gemma3_text", "tie_word_embeddings": True, "query_pre_attn_scalar": 8,
          "sliding_window_pattern": 2, **WINDOW}  # fmt: skip

MIXTRAL = {**LLAMA, "model_type": "mixtral", "num_local_experts": 4, "num_experts_per_tok": 2}
QWEN3_MOE = {**LLAMA, "model_type": "qwen3_moe", "num_experts": 8, "num_experts_per_tok": 2, "moe_intermediate_size": 12,
             "norm_topk_prob": True}  # fmt: skip

ARCHITECTURES = {
    "gpt2": GPT2,
    "gpt2/untied": {**GPT2, "tie_word_embeddings": False, "n_inner": 24, "activation_function": "relu"},
    "llama": LLAMA,
    "llama/mha_tied_biases": {**LLAMA, "num_key_value_heads": 4, "tie_word_embeddings": True, "attention_bias": True,
                              "mlp_bias": True},  # fmt: skip
    "mistral": {**LLAMA, "model_type": "mistral", **WINDOW},
    "qwen2": {**LLAMA, "model_type": "qwen2"},
    "qwen3": {**LLAMA, "model_type": "qwen3"},
    "phi3": {**LLAMA, "model_type": "phi3", "partial_rotary_factor": 0.5},
    "gemma": {**LLAMA, "model_type": "gemma", "tie_word_embeddings": True, "num_key_value_heads": 1},
    "gemma2": {**LLAMA, "model_type": "gemma2", "tie_word_embeddings": True, "query_pre_attn_scalar": 8, **WINDOW},
    "gemma3": GEMMA3,
    "mixtral": MIXTRAL,
    "qwen3_moe": QWEN3_MOE,
    "qwen3_moe/dense_layers": {**QWEN3_MOE, "num_hidden_layers": 3, "decoder_sparse_step": 2, "norm_topk_prob": False,
                               "num_experts_per_tok": 1},  # fmt: skip
}
FIRST_STREAM = 1


def setting(config, profile, dtype="float32", batch=2, length=5, segments=(), autocast=False):
    found = {"config": config, "profile": profile, "dtype": dtype, "batch": batch, "length": length,
             "segments": list(segments)}  # fmt: skip
    return {**found, "autocast": True} if autocast else found


def settings():
    found = {}
    for name, config in ARCHITECTURES.items():
        found[f"{name}/eager/f32"] = setting(config, EAGER)
        found[f"{name}/eager/bf16"] = setting(config, EAGER, "bfloat16")
        found[f"{name}/fused/f32"] = setting(config, FUSED)
        found[f"{name}/fused/bf16"] = setting(config, FUSED, "bfloat16")
        found[f"{name}/eager/checkpoint1/f32"] = setting(config, EAGER, segments=(1, 1))
        found[f"{name}/eager/autocast"] = setting(config, EAGER, autocast=True)
        found[f"{name}/fused/autocast"] = setting(config, FUSED, autocast=True)
    found["gpt2/dropout/f32"] = setting({**GPT2, "embd_pdrop": 0.1, "attn_pdrop": 0.1, "resid_pdrop": 0.1}, EAGER)
    found["llama/one_checkpoint/bf16"] = setting(LLAMA, EAGER, "bfloat16", segments=(2,))
    found["llama/plain_loss/bf16"] = setting(LLAMA, {**EAGER, "loss": "plain"}, "bfloat16")
    found["llama/chunked_loss/f32"] = setting(LLAMA, {**EAGER, "loss": "chunked", "chunks": 2}, length=6)
    found["llama/chunked_loss/bf16"] = setting(LLAMA, {**EAGER, "loss": "chunked", "chunks": 4}, "bfloat16", 1, 6)
    for name in ("gpt2", "llama", "gemma2"):
        for called, profile in (("eager", EAGER), ("fused", FUSED)):
            selective = {**profile, "selective": True}
            found[f"{name}/{called}/selective/f32"] = setting(ARCHITECTURES[name], selective)
            found[f"{name}/{called}/selective/autocast"] = setting(ARCHITECTURES[name], selective, autocast=True)
    found["gpt2/dropout/selective/f32"] = setting(
        {**GPT2, "embd_pdrop": 0.1, "attn_pdrop": 0.1, "resid_pdrop": 0.1}, {**EAGER, "selective": True}
    )
    for name in ("gpt2", "llama", "qwen3_moe"):
        found[f"{name}/checkpoint1/autocast"] = setting(ARCHITECTURES[name], FUSED, segments=(1, 1), autocast=True)
    found["llama/plain_loss/autocast"] = setting(LLAMA, {**EAGER, "loss": "plain"}, autocast=True)
    found["llama/chunked_loss/autocast"] = setting(
        LLAMA, {**EAGER, "loss": "chunked", "chunks": 4}, length=6, autocast=True
    )
    found["llama/long/f32"] = setting(LLAMA, EAGER, batch=3, length=9)
    return found


class Run:
    def __init__(self, s):
        dtype, self.s = getattr(torch, s["dtype"]), s
        self.streams = FIRST_STREAM

        def parameter(shape):
            self.streams += 1
            return uniform(shape, self.streams - 1, dtype).requires_grad_()

        self.model = make(s["config"], s["profile"], parameter)
        self.inputs = self.model.inputs(s["batch"], s["length"], dtype)
        if s.get("autocast") and "mask_value" in self.inputs:  # of the scores' dtype
            self.inputs["mask_value"] = torch.full((), torch.finfo(torch.bfloat16).min, dtype=torch.bfloat16)

    def forward(self):
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=self.s.get("autocast", False)):
            return self.loss()

    def loss(self):
        model, inputs, at = self.model, self.inputs, 0
        h = model.embed(inputs)
        for length in self.s["segments"]:

            def segment(x, begin=at, end=at + length):
                for i in range(begin, end):
                    x = model.block(i, x, inputs)
                return x

            h = checkpoint(segment, h, use_reentrant=False)
            segment = None
            at += length
        for i in range(at, model.depth):
            h = model.block(i, h, inputs)
        loss = model.loss(h, inputs)
        h = None
        return loss

    def known(self):
        """storage -> the parameter's path, or input0, input1, ..."""
        found = {storage_of(p): path for path, p in self.model.p.items()}
        for value in self.inputs.values():
            for each in value if isinstance(value, (list, tuple)) else [value]:
                if each is not None:
                    found.setdefault(storage_of(each), f"input{len(found)}")
        return found


def events(s):
    def run():
        with phase("setup"):
            one = Run(s)
        with phase("forward"):
            loss = one.forward()
        with phase("backward"):
            loss.backward()

    run()
    gc.collect()
    gc.disable()
    found = trace(run)
    gc.enable()
    streams = {name: events_of(found, name) for name in ("forward", "backward")}
    return {name: by_size(stream) for name, stream in streams.items()} if s.get("autocast") else streams


def by_size(stream):
    """Autocast's cache is a map by address: what dies together at its end dies in an order of its own."""
    found, run = [], []
    for size in [*stream, 0]:
        if size < 0:
            run.append(size)
        else:
            found += [*sorted(run), size]
            run = []
    return found[:-1]


def structure_of(s):
    one = Run(s)
    found = {**s, "parameters": [[path, list(p.shape)] for path, p in one.model.p.items()]}
    if not s["segments"] and not s["profile"].get("selective"):
        saved = SavedTensors()
        with saved:
            loss = one.forward()
        rows = saved.rows([loss], one.known())
        found["saved"] = [[r["node"], r["slot"], r["shape"], r["dtype"],
                           "input" if r["storage"].startswith("input") else r["storage"], r["offset"], r["bytes"]]
                          for r in rows]  # fmt: skip
        found["saved_bytes"] = saved_bytes(rows, set(one.model.p))
    one = Run(s)
    with FlopCounterMode(display=False, custom_mapping=FLASH_FLOPS) as flops:
        loss = one.forward()
        forward = flops.get_total_flops()
        loss.backward()
        found["flops"] = [forward, flops.get_total_flops() - forward]
    found["events"] = events(s)
    live = peak = 0
    for size in found["events"]["forward"] + found["events"]["backward"]:
        live += size
        peak = max(peak, live)
    found["peak_bytes"] = peak
    return found


def structure():
    return {name: structure_of(s) for name, s in settings().items()}


def values_of(s):
    one = Run(s)
    loss = one.forward()
    loss.backward()
    gradients = {}
    for path, p in one.model.p.items():
        grad = p.grad.to(torch.float64)
        gradients[path] = [float(grad.sum()), float(grad.abs().sum())]
    return {"loss": float(loss), "gradients": gradients}


def values():
    """Without dropout, whose draws are the generator's own."""
    return {name: values_of(s) for name, s in settings().items() if "dropout" not in name and s["dtype"] == "float32"}
