#pragma once

#include "lecture/strings/optimizer_state.h"

namespace tally::zh {

inline constexpr OptimizerStateStrings optimizer_state{
    .title = "AdamW 存了多少状态？",
    .steps = "step()",
    .steps_help = "已经调用了几次 optimizer.step()；0 是第一次之前",
    .sgd_momentum = "SGD + 动量",
    .sgd_nesterov = "SGD + Nesterov 动量",
    .sentence_before =
        "{parameters} 个 float32 参数占 {parameter_bytes}；第一次 step() 之前，{optimizer} 还没有"
        "任何状态：0 B。",
    .sentence_none =
        "{parameters} 个 float32 参数占 {parameter_bytes}；走 {steps}之后，{optimizer} 的状态"
        "仍是 0 B：它什么都不用记。",
    .sentence_after =
        "{parameters} 个 float32 参数占 {parameter_bytes}；第一次 step() 之前 {optimizer} 的状态是 "
        "0 B，走 {steps}之后是 {state}，即参数的 {ratio} 倍。",
    .counters_note =
        "多出的零头是每个参数张量一个 4 字节的 step 计数：{tensors} 个张量共 {bytes}。",
    .lazy_note = "状态在第一次 step() 时才创建，以后一直留着，大小不再变。",
    .second_iteration_note =
        "从第 2 轮起，前向和反向要与状态共存：反向的峰值从 {first} 升到 {second}，多出的 "
        "{difference} 就是第 1 轮末尾创建、从此留下的状态。",
    .second_iteration_equal =
        "{optimizer} 不留状态，所以第 2 轮反向的峰值与第 1 轮一样，都是 {first}。",
    .second_binds = "整轮的峰值也从 {first} 升到 {second}：第 1 轮跑得完，显存到第 2 轮却不够了。",
    .step_binds =
        "这里激活很小，整轮的峰值落在 step() 本身（{peak}）；批次大了，峰值就移到第 2 "
        "轮的反向，显存"
        "往往正是在那时不够的。",
    .bytes_caption = "step() 前后的优化器状态",
    .before_first_step = "第一次 step() 之前",
    .after_steps = "走 {steps}之后",
    .state_column = "优化器状态",
    .ratio_column = "是参数的几倍",
    .tensors_caption = "第一个参数的状态张量（走 {steps}之后）",
    .tensors_caption_before = "第一个参数的状态张量：step() 之前还没有",
    .all_tensors_column = "全部 {tensors} 个参数张量",
    .choices_caption = "同一个网络，换一种优化器：走一步之后的状态",
    .phases_caption = "前两轮里每个阶段结束时的存活字节",
    .iteration_column = "轮",
    .end_of_phase = "第 {iteration} 轮{phase}",
    .at_peak_column = "阶段内峰值",
    .phase_axis = "阶段结束时",
};

}  // namespace tally::zh
