#pragma once

#include "lecture/strings/recipes.h"

namespace tally::zh {

inline constexpr RecipesStrings recipes{
    .title = "每个参数要占几个字节？",
    .update = "每次更新",
    .update_help = "对一个等于 1 的权重，每次更新加上多少",
    .sentence =
        "全 fp32 每个参数 {fp32} 字节，bf16 加 fp32 动量 {moments} 字节，bf16 加 fp32 主权重 "
        "{mixed} 字节；{gpus} 块 {gpu}（{sharding}）最多放得下 {fp32_size}、{moments_size}、"
        "{mixed_size} 个参数。",
    .updates_kept =
        "为什么要 fp32 主权重：权重从 1 开始，加 {updates} 次 {update}，只存 bf16 的停在 "
        "{bf16}，fp32 主权重到达 {master}。",
    .updates_lost_all =
        "为什么要 fp32 主权重：权重从 1 开始，加 {updates} 次 {update}，只存 bf16 的一直是 "
        "{bf16}，每次更新都被舍入掉；fp32 主权重到达 {master}。",
    .reported_note = "{gpu} 标称 {marketed}，驱动报告 {reported} 字节，相差 {difference}。",
    .table_caption = "每个参数的字节数，与放得下的最大模型",
    .recipe_column = "方案",
    .per_parameter_total = "合计",
    .largest_column = "最大模型",
    .sharding_caption = "bf16 + fp32 主权重在 {gpus} 块 {size} 上：每块 GPU 每个参数的字节数",
    .formula_column = "公式",
    .measured_caption = "按最大模型的参数量执行一遍：占用最多的那块 GPU 上的字节数",
    .measured_column = "执行所得",
    .formula_bytes_column = "按公式",
    .left_column = "剩余",
    .beyond_column = "再多一个参数",
    .gpus_caption = "GPU 目录",
    .marketed_column = "标称的显存",
    .marketed_source_column = "标称值出处",
    .reported_column = "驱动报告",
    .reported_gib_column = "驱动报告",
    .reported_source_column = "报告值出处",
    .updates_caption = "对等于 1 的权重加 {updates} 次 {update}",
    .updates_axis = "更新次数",
    .weight_axis = "权重",
    .start_column = "开始",
    .end_column = "结束",
    .kept_bf16 = "只存 bf16",
    .kept_master = "fp32 主权重",
    .kept_copy = "主权重的 bf16 副本",
    .bars_caption = "每个参数的字节数",
    .bytes_axis = "每个参数",
};

}  // namespace tally::zh
