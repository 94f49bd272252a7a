#pragma once

#include "lecture/strings/levers.h"

namespace tally::zh {

inline constexpr LeversStrings levers{
    .title = "六种手段，各动了哪一项？",
    .batch_help = "一块 GPU 一次前向处理多少个样本；“批次”这种手段把它减半（向下取整）",
    .micro_batches = "微批次数 M",
    .micro_batches_help = "梯度累积把同一个批次分成几份",
    .many_micro_batches =
        "微批次数 M：读到 {micro}，但批次只有 {batch} 个样本；应为 1 到 {batch}。",
    .segment = "每段层数 k",
    .segment_help = "两个检查点之间有几层",
    .optimizer = "换成的优化器",
    .optimizer_help = "手段是“优化器”时，用它代替 AdamW",
    .gpus_help = "ZeRO-3 把状态切到多少块 GPU 上",
    .recipe = {.name = "方案",
               .what = "方案：全 fp32 → {recipe}",
               .price = "多 {master} 的 fp32 主权重；用 16 位计算"},
    .optimizer_row = {.name = "优化器",
                      .what = "优化器：AdamW → {optimizer}",
                      .price = "换了优化器：学习率要重调，训练过程也不同"},
    .batch_row = {.name = "批次",
                  .what = "批次：{whole} → {batch}",
                  .price = "同样多的样本要走 {steps} 步，每步的梯度噪声更大"},
    .accumulation = {.name = "累积",
                     .what = "梯度累积：同一批次分成 {micro} 个微批次",
                     .price = "后面的微批次运行时，{waiting} 的梯度一直等着；小矩阵乘用不满硬件"},
    .checkpointing = {.name = "检查点",
                      .what = "激活检查点：每段 {segment} 层",
                      .price = "多 {flops} FLOPs（{percent}）"},
    .sharding = {.name = "ZeRO-3",
                 .what = "切分：ZeRO-3，{gpus}",
                 .price = "{gpus}，每轮还要收集 {gathered} 的权重"},
    .none = "都不用",
    .none_row = "都不用：全 fp32，AdamW，一块 GPU",
    .sentence = "一轮的峰值是 {peak}；单独用一种手段，最有效的是“{lever}”，降到 {least}。",
    .sentence_none = "一轮的峰值是 {peak}，单独用哪一种手段都降不下来。",
    .sentence_large =
        "{size} 参数时，光是状态就有 {states}，超过一块 GPU 的 {gpu}；梯度累积之后仍是 "
        "{accumulated}，激活检查点之后仍是 {checkpointed}，ZeRO-3 用 {gpus}，每块剩 "
        "{sharded}。",
    .moves = "{factor}：{before} → {after}",
    .stays = "没有动：{bytes}",
    .appears = "新增：{after}",
    .absent = "没有",
    .saved_note =
        "两件不同的事：“激活”是反向节点留着备用的字节，取最大值；“峰值”是同一时刻所有存活的字节，"
        "包括途中的梯度和临时张量。其余各列是一轮结束时留下的字节。所以各列之和不是峰值。",
    .peak_note =
        "不用任何手段时，峰值落在“{phase}”阶段。某种手段动了某一项，只有峰值那一刻这一项也在，峰值"
        "才会跟着动：把批次调小，减半、累积和检查点就都不起作用了。",
    .batch_note = "所有数字都取自优化器状态已经存在的一轮。",
    .sharding_note =
        "ZeRO-3 下每块 GPU 有自己的批次，所以激活不变。每层的权重在前向时收集一次，用完就丢，反向"
        "时再收集一次；真实的通信缓冲区还要另算。",
    .large_note =
        "{parameters} 个参数是 {layers} 层、宽度 {width} 的网络，在 meta 设备上用同样的批次和同样的"
        "手段训练。",
    .meta_note = "每一行都在 meta 设备上执行过：形状、字节和 FLOPs 是真实的，数值没有计算。",
    .table_caption = "单独用一种手段：动了什么，代价是什么",
    .lever_column = "手段",
    .activation_column = "激活（保存的）",
    .peak_column = "峰值",
    .flops_column = "FLOPs",
    .price_column = "代价",
    .answer_caption = "{size} 参数，{gpu} 的 GPU：每种手段之后，一块 GPU 上还剩多少",
    .states_column = "状态合计",
    .fits_column = "{gpu} 放得下吗？",
    .fits = "放得下",
    .too_large = "放不下",
    .peak_plot = "峰值那一刻，按类别",
    .lever_axis = "手段",
    .peak_axis = "峰值时存活",
    .states_plot = "{size} 参数的状态，一块 GPU 上",
    .states_axis = "状态",
    .one_gpu = "一块 GPU：{gpu}",
};

}  // namespace tally::zh
