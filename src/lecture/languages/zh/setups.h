#pragma once

#include "lecture/strings/setups.h"

namespace tally::zh {

inline constexpr SetupStrings setups{
    .fp32 = {"全 fp32", "参数、梯度、Adam 状态都是 float32：PyTorch 的默认做法"},
    .bf16_fp32_moments =
        {"bf16 + fp32 动量",
         "bf16 参数和梯度，Adam 的两个动量保持 float32，没有主权重：要自己写优化器"},
    .bf16_master_weights = {"bf16 + fp32 主权重", "混合精度：用 bf16 副本计算，用 fp32 主权重更新"},
    .autocast = {"autocast", "torch.autocast：模型是 fp32，前向和反向期间另有一份 bf16 参数副本"},
    .fp32_main_gradients = {"fp32 主梯度", "Megatron-LM 与 DeepSpeed：梯度也以 fp32 累加"},
    .bf16_stock = {"纯 bf16", "PyTorch 自带的 AdamW 直接用在 bf16 模型上：动量也是 bf16"},
    .recipe = "方案",
    .recipe_help = "每个数用哪种精度保存",
    .gpu = "GPU 型号",
    .gpu_help = "用目录里的型号，或自己填显存大小",
    .gpu_custom = "自己填",
    .gpu_gb = "每块的显存",
    .gpu_gb_help = "型号选“自己填”时，每块 GPU 有多少 GB（1 GB = 1e9 字节）",
    .capacity = "显存按",
    .capacity_help = "按标称的 GB（1e9 字节）算，还是按驱动报告的字节数算",
    .capacity_marketed = "标称值",
    .capacity_reported = "驱动报告值",
    .gpus = "GPU 数 N",
    .gpus_help = "一共有多少块 GPU",
    .sharding = "切分方式",
    .sharding_help =
        "切成 N 份、每块 GPU 只放一份的东西：ZeRO-1 切优化器状态和主权重，ZeRO-2 再切梯度，ZeRO-3 "
        "再切参数",
    .replicated = "不切分",
    .zero1 = "ZeRO-1",
    .zero2 = "ZeRO-2",
    .zero3 = "ZeRO-3",
    .regime_column = "谁这样训练",
    .gpus_column = "至少需要",
    .per_gpu_column = "每块 GPU",
    .source_column = "出处",
    .sharding_assumption =
        "讲稿的表假定所有东西都完美地切到各块 GPU 上，相当于 "
        "ZeRO-3，并且不算激活、框架本身和缓冲区。",
    .states_only = "这里只有参数、梯度、主权重和优化器状态；激活、框架和临时缓冲区还要另外占显存。",
    .counters =
        "Adam 还为每个参数张量保存一个 4 字节的 step；PyTorch 默认把它放在主机内存里，所以不计入。",
    .on_meta = "字节数来自在 meta 设备上真正分配参数、梯度和优化器状态，并走一步 AdamW。",
    .gb_unused =
        "“每块的显存”填的 {gb} GB 没有用到：GPU 选的是 {gpu}；要用它，请把型号选成“自己填”。",
    .reported_unused =
        "显存大小是自己填的，“显存按：驱动报告值”就不起作用：每 GB 一律是 1e9 字节。",
    .by_size = "{size} GPU",
};

}  // namespace tally::zh
