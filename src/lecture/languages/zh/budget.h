#pragma once

#include "lecture/strings/budget.h"

namespace tally::zh {

inline constexpr BudgetStrings budget{
    .title = "多大的模型要多少块 GPU？",
    .size = "参数量 P",
    .size_help = "你的模型有多少个参数，例如 7e9",
    .sentence =
        "{size} 个参数（{count}）按“{recipe}”要 {bytes}（每个参数 {per_parameter} "
        "字节），{sharding} 下至少"
        "需要 {gpus} 块 {gpu}。",
    .sentence_never =
        "{size} 个参数（{count}）按“{recipe}”要 {bytes}（每个参数 {per_parameter} "
        "字节）；{sharding} 下"
        "每块 {gpu} 都放不下必须完整保存的那一份，加多少块都不够。",
    .round_note =
        "名字里的数只是约数：{name70} 实际有 {count70} 个参数，要 {gpus70} 块 {gpu}；{name405} "
        "实际有 "
        "{count405} 个，要 {gpus405} 块。",
    .exact_note = "块数按整数算：刚好装满就不多要一块，多出一个参数就要多一块。",
    .round_caption = "讲稿的五个规模：{recipe}，{gpu}，{sharding}",
    .model_column = "模型",
    .memory_column = "显存",
    .exact_column = "精确字节数",
    .real_caption = "同名模型的真实参数量",
    .yours = "你的模型",
    .never = "放不下",
    .plot_caption = "参数、梯度和优化器状态随参数量增长（双对数）",
    .size_axis = "参数量 P",
    .memory_axis = "显存",
    .curve = "执行所得",
    .lecture = "讲稿的规模",
    .real = "真实的参数量",
    .gpus_of = "{gpus} 块 {gpu}",
};

}  // namespace tally::zh
