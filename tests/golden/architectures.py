"""The language models of src/models in PyTorch, op by op, from the fields of a config.json.

Written so that every temporary dies where its C++ twin dies: one op a statement, and a variable that
the C++ lets go of at the end of its scope is set to None there. Parameters are found by path, as the
state dict of transformers names them.
"""

import math

import torch
import torch.nn.functional as F
from torch.utils.checkpoint import checkpoint

aten = torch.ops.aten
ACTIVATIONS = {
    "silu": F.silu,
    "relu": torch.relu,
    "gelu": F.gelu,
    "gelu_new": lambda x: F.gelu(x, approximate="tanh"),
    "gelu_pytorch_tanh": lambda x: F.gelu(x, approximate="tanh"),
}
EAGER = {"attention": "eager", "norm": "eager", "activation": "eager", "loss": "upcast"}
FUSED = {"attention": "sdpa", "norm": "fused", "activation": "fused", "loss": "upcast"}


def next_token_loss(model, h, labels):
    vocab = model.vocab
    if model.profile["loss"] != "chunked":
        logits = model.logits(h)
        wide = logits
        if model.profile["loss"] == "upcast":
            wide = logits.to(torch.float32)
        loss = F.cross_entropy(wide.view(-1, vocab), labels.view(-1))
        wide = None
        logits = None
        return loss
    parts = h.chunk(model.profile.get("chunks", 8), 1)
    targets = labels.chunk(model.profile.get("chunks", 8), 1)
    total = None
    for part, target in zip(parts, targets):
        logits = model.logits(part)
        logits = logits.to(torch.float32)
        rows = target.reshape(-1)
        loss = F.cross_entropy(logits.view(-1, vocab), rows, reduction="sum")
        total = torch.add(total, loss) if total is not None else loss
        loss = None
        rows = None
        logits = None
    return aten.div.Scalar(total, float(labels.numel()))


def core_of(model, core):
    """`core(q, k, v)`, or a checkpoint around it, which has no weights to give."""
    if not model.profile.get("selective"):
        return core
    return lambda q, k, v: (checkpoint(lambda *q_k_v: core(*q_k_v)[0], q, k, v, use_reentrant=False), None)


class Gpt2:
    def __init__(self, config, profile, parameter):
        c, self.profile = config, profile
        self.c, self.vocab, self.p = c, c["vocab_size"], {}
        width, inner = c["n_embd"], c.get("n_inner") or 4 * c["n_embd"]

        def add(path, *shape):
            self.p[path] = parameter(shape)

        def pair(path, weight, bias):
            add(path + ".weight", *weight)
            add(path + ".bias", bias)

        add("transformer.wte.weight", self.vocab, width)
        add("transformer.wpe.weight", c["n_positions"], width)
        for i in range(c["n_layer"]):
            base = f"transformer.h.{i}."
            pair(base + "ln_1", (width,), width)
            pair(base + "attn.c_attn", (width, 3 * width), 3 * width)
            pair(base + "attn.c_proj", (width, width), width)
            pair(base + "ln_2", (width,), width)
            pair(base + "mlp.c_fc", (width, inner), inner)
            pair(base + "mlp.c_proj", (inner, width), width)
        pair("transformer.ln_f", (width,), width)
        if not c.get("tie_word_embeddings", True):
            add("lm_head.weight", self.vocab, width)
        self.depth = c["n_layer"]

    def inputs(self, batch, length, dtype):
        c, positions = self.c, self.c["n_positions"]
        found = tokens(batch, length, self.vocab)
        found["position_ids"] = torch.arange(length).view(1, length)
        found["masks"] = [
            torch.ones(positions, positions, dtype=torch.bool).tril().view(1, 1, positions, positions)
            for _ in range(c["n_layer"])
        ]
        found["mask_value"] = torch.full((), torch.finfo(dtype).min, dtype=dtype)
        return found

    def norm(self, x, path):
        return F.layer_norm(x, x.shape[-1:], self.p[path + ".weight"], self.p[path + ".bias"],
                            self.c.get("layer_norm_epsilon", 1e-5))  # fmt: skip

    def conv(self, x, path):
        rows = torch.addmm(self.p[path + ".bias"], x.view(-1, x.shape[-1]), self.p[path + ".weight"])
        return rows.view(x.shape[0], x.shape[1], -1)

    def embed(self, inputs):
        words = F.embedding(inputs["input_ids"], self.p["transformer.wte.weight"])
        positions = F.embedding(inputs["position_ids"], self.p["transformer.wpe.weight"])
        out = torch.add(words, positions)
        positions = None
        words = None
        p = self.c.get("embd_pdrop", 0.1)
        return torch.dropout(out, p, p > 0)

    def attention(self, x, base, inputs, layer):
        batch, length, width = x.shape
        heads = self.c["n_head"]
        p = self.c.get("attn_pdrop", 0.1)
        qkv = self.conv(x, base + "attn.c_attn")
        parts = qkv.split(width, 2)
        q, k, v = (part.view(batch, length, heads, width // heads).transpose(1, 2) for part in parts)

        def core(q, k, v):
            if self.profile["attention"] == "sdpa":
                out = F.scaled_dot_product_attention(q, k, v, dropout_p=p, is_causal=True,
                                                     scale=1 / math.sqrt(width // heads))  # fmt: skip
                return out.transpose(1, 2).contiguous(), None
            weights = torch.matmul(q, k.transpose(-1, -2))
            weights = aten.div.Scalar(weights, math.sqrt(v.shape[-1]))
            visible = inputs["masks"][layer][:, :, :length, :length]
            weights = torch.where(visible, weights, inputs["mask_value"])
            visible = None
            weights = torch.softmax(weights, -1)
            weights = torch.dropout(weights, p, p > 0)
            out = torch.matmul(weights, v)
            out = out.transpose(1, 2)
            return out, weights

        out, weights = core_of(self, core)(q, k, v)
        flat = out.reshape(batch, length, width)
        out = None
        out = self.conv(flat, base + "attn.c_proj")
        flat = None
        p_resid = self.c.get("resid_pdrop", 0.1)
        out = torch.dropout(out, p_resid, p_resid > 0)
        q = k = v = parts = qkv = None
        return out, weights

    def mlp(self, x, base):
        h = self.conv(x, base + "mlp.c_fc")
        name = self.c.get("activation_function", "gelu_new")
        if name == "gelu_new" and self.profile["activation"] == "eager":
            h = self.gelu_new(h)
        else:
            h = ACTIVATIONS[name](h)
        h = self.conv(h, base + "mlp.c_proj")
        p = self.c.get("resid_pdrop", 0.1)
        return torch.dropout(h, p, p > 0)

    @staticmethod
    def gelu_new(x):
        half = aten.mul.Scalar(x, 0.5)
        h = aten.pow.Tensor_Scalar(x, 3.0)
        h = aten.mul.Scalar(h, 0.044715)
        h = torch.add(x, h)
        h = aten.mul.Scalar(h, math.sqrt(2 / math.pi))
        h = torch.tanh(h)
        h = aten.add.Scalar(h, 1.0)
        return torch.mul(half, h)

    def block(self, i, x, inputs):
        base = f"transformer.h.{i}."
        h = self.norm(x, base + "ln_1")
        out, weights = self.attention(h, base, inputs, i)
        h = torch.add(out, x)
        part = self.norm(h, base + "ln_2")
        part = self.mlp(part, base)
        result = torch.add(h, part)
        part = None
        weights = None
        out = None
        h = None
        return result

    def logits(self, h):
        return F.linear(h, self.p.get("lm_head.weight", self.p["transformer.wte.weight"]))

    def loss(self, h, inputs):
        return next_token_loss(self, self.norm(h, "transformer.ln_f"), inputs["labels"])


def tokens(batch, length, vocab):
    """Made by a rule, so that no generator is needed."""
    ids = torch.tensor([(7 * i + 3) % vocab for i in range(batch * length)]).view(batch, length)
    labels = torch.tensor([(5 * i + 1) % vocab for i in range(batch * length)]).view(batch, length)
    return {"input_ids": ids, "labels": labels}


class Llama:
    def __init__(self, config, profile, parameter):
        c, self.profile = config, profile
        self.c, self.vocab, self.p = c, c["vocab_size"], {}
        kind = self.kind = c["model_type"]
        self.gemma = kind.startswith("gemma")
        self.post_norms = kind in ("gemma2", "gemma3_text")
        self.qk_norm = kind in ("qwen3", "qwen3_moe", "gemma3_text")
        h, d = c["hidden_size"], c.get("head_dim") or c["hidden_size"] // c["num_attention_heads"]
        self.d = d
        q, k = c["num_attention_heads"] * d, c.get("num_key_value_heads", c["num_attention_heads"]) * d
        bias = c.get("attention_bias", False)
        qkv_bias = bias or kind == "qwen2"
        self.tied = c.get("tie_word_embeddings", self.gemma)
        self.depth = c["num_hidden_layers"]

        def add(path, *shape):
            self.p[path] = parameter(shape)

        def fc(path, out, inner, has_bias=False):
            add(path + ".weight", out, inner)
            if has_bias:
                add(path + ".bias", out)

        def mlp(base, width):
            has_bias = c.get("mlp_bias", False)
            if kind == "phi3":
                fc(base + "gate_up_proj", 2 * width, h, has_bias)
            else:
                fc(base + "gate_proj", width, h, has_bias)
                fc(base + "up_proj", width, h, has_bias)
            fc(base + "down_proj", h, width, has_bias)

        add("model.embed_tokens.weight", self.vocab, h)
        for i in range(self.depth):
            base = f"model.layers.{i}."
            if kind == "phi3":
                fc(base + "self_attn.qkv_proj", q + 2 * k, h, qkv_bias)
            else:
                fc(base + "self_attn.q_proj", q, h, qkv_bias)
                fc(base + "self_attn.k_proj", k, h, qkv_bias)
                fc(base + "self_attn.v_proj", k, h, qkv_bias)
            fc(base + "self_attn.o_proj", h, q, bias)
            if self.qk_norm:
                add(base + "self_attn.q_norm.weight", d)
                add(base + "self_attn.k_norm.weight", d)
            if kind == "mixtral":
                fc(base + "block_sparse_moe.gate", c["num_local_experts"], h)
                for e in range(c["num_local_experts"]):
                    expert = f"{base}block_sparse_moe.experts.{e}."
                    fc(expert + "w1", c["intermediate_size"], h)
                    fc(expert + "w2", h, c["intermediate_size"])
                    fc(expert + "w3", c["intermediate_size"], h)
            elif self.sparse(i):
                fc(base + "mlp.gate", c["num_experts"], h)
                for e in range(c["num_experts"]):
                    mlp(f"{base}mlp.experts.{e}.", c["moe_intermediate_size"])
            else:
                mlp(base + "mlp.", c["intermediate_size"])
            for name in self.norms():
                add(base + name + ".weight", h)
        add("model.norm.weight", h)
        if not self.tied:
            add("lm_head.weight", self.vocab, h)

    def sparse(self, i):
        if self.kind != "qwen3_moe" or (i + 1) % self.c.get("decoder_sparse_step", 1):
            return False
        return i not in self.c.get("mlp_only_layers", [])

    def norms(self):
        found = ["input_layernorm", "post_attention_layernorm"]
        return found + ["pre_feedforward_layernorm", "post_feedforward_layernorm"] * self.post_norms

    def windowed(self, i):
        if not self.c.get("sliding_window"):
            return False
        every = {"gemma2": 2, "gemma3_text": self.c.get("sliding_window_pattern", 6)}.get(self.kind, 0)
        return self.kind in ("mistral", "phi3", "mixtral") or (every and (i + 1) % every != 0)

    def tables(self, length, base, dtype):
        rotated = int(self.d * self.c.get("partial_rotary_factor", 1))
        angles = [[p * base ** (-2 * (i % (rotated // 2)) / rotated) for i in range(rotated)] for p in range(length)]
        return tuple(
            torch.tensor([[f(a) for a in row] for row in angles], dtype=torch.float64).to(dtype).view(1, length, rotated)
            for f in (math.cos, math.sin)
        )

    def inputs(self, batch, length, dtype):
        found = tokens(batch, length, self.vocab)
        found["rotary"] = self.tables(length, self.c.get("rope_theta", 10000.0), dtype)
        found["local"] = found["rotary"]
        if self.kind == "gemma3_text" and self.c.get("sliding_window"):
            found["local"] = self.tables(length, self.c.get("rope_local_base_freq", 10000.0), dtype)
        low = torch.finfo(dtype).min

        def mask(window):
            rows = [[0.0 if j <= i and (not window or i - j < window) else low for j in range(length)]
                    for i in range(length)]  # fmt: skip
            return torch.tensor(rows, dtype=dtype).view(1, 1, length, length)

        window = self.c.get("sliding_window")
        eager = self.profile["attention"] == "eager"
        found["mask"] = mask(0) if eager else None
        found["window_mask"] = mask(window) if window and window < length else None
        return found

    def norm(self, x, path):
        weight, eps = self.p[path + ".weight"], self.c.get("rms_norm_eps", 1e-6)
        if self.profile["norm"] == "fused":
            scale = aten.add.Scalar(weight, 1.0) if self.gemma else weight
            return torch.rms_norm(x, scale.shape, scale, eps)
        h = x.to(torch.float32)
        if self.gemma:
            scale = aten.pow.Tensor_Scalar(h, 2.0)
            scale = scale.mean(-1, keepdim=True)
            scale = aten.add.Scalar(scale, eps)
            scale = torch.rsqrt(scale)
            h = torch.mul(h, scale)
            scale = None
            factor = weight.to(torch.float32)
            factor = aten.add.Scalar(factor, 1.0)
            h = torch.mul(h, factor)
            factor = None
            return h.to(x.dtype)
        variance = aten.pow.Tensor_Scalar(h, 2.0)
        variance = variance.mean(-1, keepdim=True)
        scale = aten.add.Scalar(variance, eps)
        scale = torch.rsqrt(scale)
        h = torch.mul(h, scale)
        scale = None
        rounded = h.to(x.dtype)
        out = torch.mul(weight, rounded)
        rounded = None
        h = None
        variance = None
        return out

    def fc(self, x, path):
        return F.linear(x, self.p[path + ".weight"], self.p.get(path + ".bias"))

    def turn(self, x, cos, sin):
        rotated = cos.shape[-1]
        if rotated < x.shape[-1]:
            first, rest = x[..., :rotated], x[..., rotated:]
            turned = self.turn(first, cos, sin)
            return torch.cat([turned, rest], -1)
        straight = torch.mul(x, cos)
        turned = self.half(x)
        turned = torch.mul(turned, sin)
        return torch.add(straight, turned)

    @staticmethod
    def half(x):
        x1, x2 = x[..., : x.shape[-1] // 2], x[..., x.shape[-1] // 2 :]
        turned = torch.neg(x2)
        return torch.cat([turned, x1], -1)

    @staticmethod
    def repeat(x, times):
        if times == 1:
            return x
        b, k, s, d = x.shape
        return x.unsqueeze(2).expand(b, k, times, s, d).reshape(b, k * times, s, d)

    def attend(self, q, k, v, mask):
        c, times = self.c, q.shape[1] // k.shape[1]
        factor = 1 / math.sqrt(c.get("query_pre_attn_scalar", 256) if self.post_norms else self.d)
        p = c.get("attention_dropout", 0.0)
        if self.profile["attention"] == "sdpa":
            out = F.scaled_dot_product_attention(q, k, v, mask, p, mask is None, scale=factor, enable_gqa=times > 1)
            return out.transpose(1, 2).contiguous(), None
        keys = self.repeat(k, times)
        values = self.repeat(v, times)
        scores = torch.matmul(q, keys.transpose(2, 3))
        scores = aten.mul.Scalar(scores, factor)
        cap = c.get("attn_logit_softcapping", 50.0) if self.kind == "gemma2" else None
        if cap:
            scores = aten.div.Scalar(scores, cap)
            scores = torch.tanh(scores)
            scores = aten.mul.Scalar(scores, cap)
        scores = torch.add(scores, mask)
        wide = torch.softmax(scores, -1, dtype=torch.float32)
        weights = wide.to(q.dtype)
        wide = None
        scores = None
        weights = torch.dropout(weights, p, p > 0)
        out = torch.matmul(weights, values)
        out = out.transpose(1, 2).contiguous()
        values = None
        keys = None
        return out, weights

    def attention(self, x, base, tables, mask):
        b, s, _ = x.shape
        base += "self_attn."

        def heads(rows, norm):
            each = rows.view(b, s, -1, self.d)
            if self.qk_norm and norm:
                each = self.norm(each, base + norm)
            return each.transpose(1, 2)

        if self.kind == "phi3":
            qkv = self.fc(x, base + "qkv_proj")
            width = self.c["num_attention_heads"] * self.d
            end = (qkv.shape[-1] + width) // 2
            q, k, v = (heads(part, None) for part in (qkv[..., :width], qkv[..., width:end], qkv[..., end:]))
            qkv = None
        else:
            q = heads(self.fc(x, base + "q_proj"), "q_norm")
            k = heads(self.fc(x, base + "k_proj"), "k_norm")
            v = heads(self.fc(x, base + "v_proj"), None)
        cos, sin = (table.unsqueeze(1) for table in tables)
        turned_q = self.turn(q, cos, sin)
        turned_k = self.turn(k, cos, sin)
        q = turned_q
        k = turned_k
        turned_q = turned_k = None
        out, weights = core_of(self, lambda q, k, v: self.attend(q, k, v, mask))(q, k, v)
        flat = out.reshape(b, s, -1)
        out = None
        out = self.fc(flat, base + "o_proj")
        flat = None
        v = None
        k = None
        q = None
        return out, weights

    def mlp(self, x, base):
        act = ACTIVATIONS[self.c.get("hidden_activation" if self.gemma else "hidden_act")
                          or ("gelu_pytorch_tanh" if self.gemma else "silu")]  # fmt: skip
        if self.kind == "phi3":
            both = self.fc(x, base + "gate_up_proj")
            parts = both.chunk(2, -1)
            gate = act(parts[0])
            h = torch.mul(parts[1], gate)
            gate = parts = both = None
            return self.fc(h, base + "down_proj")
        first, second, last = ("w1", "w3", "w2") if self.kind == "mixtral" else ("gate_proj", "up_proj", "down_proj")
        gate = self.fc(x, base + first)
        gate = act(gate)
        up = self.fc(x, base + second)
        h = torch.mul(gate, up)
        if self.kind == "mixtral":
            gate = None
            up = None
        else:
            up = None
            gate = None
        return self.fc(h, base + last)

    def moe(self, x, base, count):
        rows = x.view(-1, x.shape[-1])
        router = self.fc(rows, base + "gate")
        share = torch.softmax(router, 1, dtype=torch.float32)
        share, chosen = torch.topk(share, self.c["num_experts_per_tok"], -1)
        if self.kind == "mixtral" or self.c.get("norm_topk_prob", False):
            total = share.sum(-1, keepdim=True)
            share = torch.div(share, total)
            total = None
        share = share.to(rows.dtype)
        out = torch.zeros_like(rows)
        hits = F.one_hot(chosen, count).permute(2, 1, 0)
        for e in range(count):
            which, token = torch.where(hits[e])
            some = rows[token]
            y = self.mlp(some, f"{base}experts.{e}.")
            part = share[token, which].unsqueeze(-1)
            y = torch.mul(y, part)
            y = y.to(rows.dtype)
            out.index_add_(0, token, y)
        return out.view(x.shape[0], x.shape[1], -1)

    def feed_forward(self, x, base, i):
        if self.kind == "mixtral":
            return self.moe(x, base + "block_sparse_moe.", self.c["num_local_experts"])
        if self.sparse(i):
            return self.moe(x, base + "mlp.", self.c["num_experts"])
        return self.mlp(x, base + "mlp.")

    def embed(self, inputs):
        h = F.embedding(inputs["input_ids"], self.p["model.embed_tokens.weight"])
        return aten.mul.Scalar(h, math.sqrt(self.c["hidden_size"])) if self.gemma else h

    def block(self, i, x, inputs):
        base = f"model.layers.{i}."
        windowed = self.windowed(i)
        tables = inputs["local"] if windowed else inputs["rotary"]
        mask = inputs["window_mask"] if windowed and inputs["window_mask"] is not None else inputs["mask"]
        h = self.norm(x, base + "input_layernorm")
        out, weights = self.attention(h, base, tables, mask)
        h = out
        out = None
        if self.post_norms:
            h = self.norm(h, base + "post_attention_layernorm")
        h = torch.add(x, h)
        residual = h
        h = self.norm(h, base + ("pre_feedforward_layernorm" if self.post_norms else "post_attention_layernorm"))
        h = self.feed_forward(h, base, i)
        if self.post_norms:
            h = self.norm(h, base + "post_feedforward_layernorm")
        h = torch.add(residual, h)
        residual = None
        weights = None
        return h

    def logits(self, h):
        out = F.linear(h, self.p.get("lm_head.weight", self.p["model.embed_tokens.weight"]))
        cap = self.c.get("final_logit_softcapping", 30.0) if self.kind == "gemma2" else None
        if cap:
            out = aten.div.Scalar(out, cap)
            out = torch.tanh(out)
            out = aten.mul.Scalar(out, cap)
        return out

    def loss(self, h, inputs):
        return next_token_loss(self, self.norm(h, "model.norm"), inputs["labels"])


def make(config, profile, parameter):
    kind = Gpt2 if config["model_type"] == "gpt2" else Llama
    return kind(config, profile, parameter)
