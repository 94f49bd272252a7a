#pragma once

#include "lecture/real/account_words.h"

namespace tally::zh {

inline constexpr AccountWords account{
    .about = "把真实模型的一个训练步核算到字节",
    .usage = "用法：{line}",
    .json_help = "输出 JSON",
    .language_help = "语言：{tags}",
    .help_help = "显示这段说明",
    .model = "已发布的模型；tally models 会列出",
    .config = "Hugging Face 模型的 config.json",
    .safetensors = "model.safetensors，或分片模型的 model.safetensors.index.json",
    .batch = "一张 GPU 上一个微批次的序列数（1）",
    .sequence = "一个序列的 token 数（2048；GPT-2 为其位置数）",
    .micro_batches = "一步的微批次数（1）",
    .regime = "权重、梯度、动量的精度（bf16_master_weights）",
    .optimizer = "adamw、adam、sgd、sgd_momentum 或 adamw_8bit（adamw）",
    .stepping = "优化器怎样走过参数（foreach）",
    .profile = "eager（按 transformers 的写法）或 fused（fused）",
    .attention = "eager、math（PyTorch 的组合实现）或 flash；不写就按 --profile",
    .norm = "eager 或 fused；不写就按 --profile",
    .dropout_mask = "dropout 留下的掩码：cuda 每个元素一字节，cpu 与输入同宽（cuda）",
    .loss = "plain、upcast 或 chunked（upcast）",
    .recompute =
        "none、blocks、一个检查点含几块（4）、检查点从哪块到哪块（0,8,32），或 "
        "selective：只重算注意力的核心（none）",
    .recompute_every = "同 --recompute N；0 为不重算",
    .zero = "ZeRO 的阶段：0、1、2 或 3（0）",
    .gpus = "一起切分的 GPU 数（1）",
    .gpu = "这张 GPU 放不放得下，改什么有用",
    .frozen_blocks = "从第一块起冻结几块（0）",
    .lora_rank = "q、v 旁适配器的秩；0 为没有（0）",
    .lora_all = "每个投影旁都有适配器",
    .frozen_embeddings = "词表和位置表不训练",
    .unsharded_gradients = "梯度到最后一个微批次才切分（no_sync）",
    .ledger = "列出为反向保留的张量",
    .timeline = "JSON 里带上一步之中的占用",
    .explain = "每一行的公式和出处",
    .compare_kernels = "逐个算子比较融合与逐步写法各保留多少",
    .bad_value = "{name}：读到“{got}”，应为以下之一：{takes}",
    .got_nothing = "{name}：没有给值，后面应跟一个值",
    .takes_nothing = "{name}：不带值",
    .not_expected = "这里不该有“{got}”；只能写选项，例如 --model 名字",
    .no_option = "没有选项 {name}；这里的选项有 {names}",
    .no_option_nearest = "没有选项 {name}，是不是想写 {nearest}？",
    .which_model = "哪个模型？请给 --model 名字、--config 文件或 --safetensors 文件",
    .no_model = "--model：没有模型“{got}”；tally models 会列出全部",
    .no_model_near = "--model：没有模型“{got}”，是不是想写 {nearest}？",
    .bad_recompute =
        "--recompute：读到“{got}”，应为 none、blocks、selective、块数，或块的列表，如 0,8,32",
    .whole_number = "{name}：读到“{got}”，应为不小于 {least} 的整数",
    .bad_gpu = "--gpu：读到“{got}”，应为字节数（85899345920、80GB、80GiB）或以下之一：{names}",
    .cannot_read = "{name} 读不了：{reason}",
    .not_brought = "选中的文件里没有它",
    .bad_file = "{name}：{reason}",
    .given_twice = "{name}：给了两次，只能给一次",
    .two_models = "--model 和 --config 是两个模型，只能给一个",
    .zero_needs_gpus = "--zero {stage} 要切分到几张 GPU 上；请给 --gpus，至少为 2",
    .needs = "{name} 只在给了 {other} 时才有意义",
    .no_request = "请求里没有选项的列表",
    .no_text = "请求里有一个选项不是文本",
    .not_in_request = "{name} 只能在命令行上用",
    .attention_math =
        "CUDA 的 flash 内核只接受 16 位、不超过 256 的头，不接受短于序列的窗口；这一步的注意力按 "
        "PyTorch 的组合实现（SDPBackend.MATH）核算。",
    .attention_efficient =
        "CUDA 的 flash 内核只接受 16 位；这一步的注意力按 PyTorch 接着选的 memory-efficient "
        "内核核算。",
    .attention_eager =
        "PyTorch 没有内核像这个模型这样限制注意力分数的大小；这里的注意力按逐步写法（eager）核算。",
    .even_routing =
        "假定路由是均匀的：每个 token 用到一层 {experts} 个专家中的 {k} 个，T 个 token "
        "时每个专家得到 "
        "T × {k} / {experts} 个，除不尽时排在前面的专家各多一个",
    .problems =
        {"",
         "{name} {value} 不在 {least} 和 {most} 之间",
         "{name} {value} 不是 {divisor} {of} 的倍数",
         "{name} {value} 不是小于 1 的概率",
         "{name} {value} 不在 0（不含）和 1 之间",
         "num_experts_per_tok {value} 多于 num_experts {experts}",
         "每个头的 {size} 个元素中旋转 {value} 个：应为偶数",
         "{name} {value} 是负数",
         "hidden_size {width} 不是 num_attention_heads {heads} 的倍数，又没有 head_dim",
         "它有 {entries} 项，num_hidden_layers 是 {layers}",
         "它占 {span} 字节，形状 {shape} 的 {dtype} 要 {bytes} 字节",
         "它从第 {begin} 字节开始，前一个张量到第 {end} 字节才结束",
         "它在 {file} 里，索引却不这样写",
         "它是 {value}，各文件的张量共 {bytes} 字节",
         "--recompute 和 --recompute-every：一次只能用一种重算",
         "--recompute 要给出检查点从哪块到哪块",
         "{name}：{value} 不在 0 和块数 {layers} 之间",
         "--recompute：{before} 之后是 {value}，后一个应比前一个大",
         "flash 注意力只接受 16 位，{regime} 用的是 {dtype}：请改用逐步写法（--attention eager）",
         "flash 注意力的头最大 256，这个模型是 {size}：请改用逐步写法（--attention eager）",
         "flash 注意力不接受掩码，序列长 {sequence} 时窗口 {window} "
         "要有掩码：请改用逐步写法（--attention eager）",
         "scaled_dot_product_attention "
         "不限制分数的大小，这个模型要限制：请改用逐步写法（--attention eager）",
         "memory-efficient 注意力在这里只接受 "
         "float32、每个头各有键、没有掩码：请改用逐步写法（--attention eager）",
         "参数太多，字节数已无法计数：请用 --model，或更小的 --config",
         "--batch {batch}、--sequence {sequence} 超过 2^62 字节：请减少序列数或缩短序列",
         "--batch {batch}、--sequence {sequence}、--micro-batches {micro_batches} 超过 2^62 "
         "FLOPs：请减少",
         "模型有 {layers} 块各不相同，都要执行，参数张量超过 {most} "
         "个：请减少块数或专家数",
         "要执行模型的 {layers} 块，参数张量超过 {most} 个：请去掉 {names}，或减少块数或专家数",
         "--frozen-blocks {value} 多于模型的 {layers} 块",
         "--sequence {sequence} 多于模型的 {positions} 个位置",
         "GPT-2 投影旁的适配器没有建模",
         "--unsharded-gradients 只在 --zero 2 或 3 时有意义"},
    .impossible = "这个配置不成立：{problem}",
};

}  // namespace tally::zh
