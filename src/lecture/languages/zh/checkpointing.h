#pragma once

#include "lecture/strings/checkpointing.h"

namespace tally::zh {

inline constexpr CheckpointingStrings checkpointing{
    .title = "激活检查点：用计算换激活",
    .block = "每层是什么",
    .block_help = "玩具层保存的与输入一样大；宽层内部是 4D，与 Transformer 的前馈层相同",
    .block_toy = "玩具层：Linear(D, D)、ReLU",
    .block_wide = "宽层：Linear(D, 4D)、GELU、Linear(4D, D)",
    .segment = "每段层数 k",
    .segment_help = "每隔多少层放一个检查点；除不尽时最后一段较短",
    .boundaries = "手动分段",
    .boundaries_help =
        "各段的层数，用逗号隔开，相加要等于 L（如 6,4,3,2,1）；留空则按每段层数 k 均分",
    .early_stop = "提前停止重算",
    .early_stop_help = "最后一个要保存的张量一回来就停止重算（PyTorch 的默认做法）",
    .preserve_rng = "保存随机数状态",
    .preserve_rng_help =
        "每段记下随机数发生器的状态，使 dropout 重算时得到同样的掩码（PyTorch 的默认做法）",
    .keep_gradients = "梯度已经存在",
    .keep_gradients_help =
        "像梯度累积那样，.grad 里已有上一次的梯度：新的权重梯度先放在临时张量里，再加进去",
    .all_bands = "也画出参数和梯度",
    .all_bands_help = "在时间线里，即使它们远高于检查点所动的那部分",
    .wrong_sum =
        "手动分段：{lengths} 合计 {sum} 层，网络有 {layers} 层；各段相加必须等于 {layers}。",
    .long_segment = "每段层数 k：读到 {segment}，但网络只有 {layers} 层；应为 1 到 {layers}。",
    .one_segment = "{count} 段",
    .many_segments = "{count} 段",
    .sentence =
        "{layers}分成 {segments}：保存的激活峰值 {units} 份（{bytes}），不做检查点是 {plain_units} "
        "份"
        "（{plain_bytes}）；计算量是前向的 {flops}，不做检查点是 {plain_flops}。",
    .sentence_equal = "两种做法的梯度逐位相同。",
    .sentence_zero =
        "两边的梯度全都是零：层数太多，梯度小得 float32 存不下。这时两者相等什么也说明不了。",
    .sentence_different = "两种做法的梯度不同：重算没有重现原来的前向。",
    .sentence_meta = "规模较大，只核算了字节和 FLOPs，没有算出梯度。",
    .note_input =
        "计数口径：一份 = B×D 个 float32。这里两种做法都把输入 x 计在内，所以不做检查点是 {plain} "
        "份；"
        "讲稿的“不做检查点 {layers}”没有计输入，它的“每段 k 层：L/k + k”却计了。",
    .note_estimate_toy = "讲稿的估计 L/k + k：L/k 份段输入，加上正在反向的那一段的 k 份。",
    .note_estimate_wide =
        "宽层的估计 L/k + 9k − 1：L/k 份段输入，加上正在反向的那一段；每层保存 1 份输入和 4 + 4 "
        "份隐藏层"
        "张量，段的第一份输入已经计过。",
    .note_measured =
        "实测值是整个前向和反向途中保存字节的最大值。越靠前的段反向时，后面的段输入已经释放，"
        "所以除不尽时实测可能比估计更省。",
    .note_best = "实测最省的是每段 {best} 层，{units} 份；√L = {root}。",
    .note_toy =
        "玩具层的输出和输入一样大，每层一个检查点等于什么也没省：保存段输入，又把它们全算回来。",
    .note_wide = "宽层内部是输入的 8 倍，只留下输入就省下大头，所以每层一个检查点最好。",
    .note_flops =
        "反向是前向的 2 倍，少一次第一个线性层对 x 的梯度（x 不需要梯度）：玩具层共 3 − 1/L "
        "倍，宽层共 3 − 1/(2L) 倍。检查点再多一次前向。",
    .note_early_toy = "玩具层最后保存的是 ReLU 的输出，重算到那里才算完，提前停止省不下矩阵乘。",
    .note_early_wide = "宽层最后保存的是第二个线性层的输入，提前停止省下每段最后一次矩阵乘。",
    .note_early_off = "提前停止已关闭：每段都完整重算。",
    .note_rng =
        "PyTorch 在 CPU 上为每段保存 {state} "
        "字节的随机数状态，{segments}，加上重算时暂存的一份，最多 {bytes}。"
        "它不是激活，不计入份数。",
    .note_rng_off = "没有保存随机数状态；若层内有 dropout，重算会得到另一个掩码，梯度就错了。",
    .note_uneven = "L 不能被 k 整除，最后一段只有 {last}。",
    .note_segment_unused = "分段由手工给出，所以没有用到每段层数 k = {segment}。",
    .note_hand =
        "手动分段得到 {units} 份，均分最好是 {best} "
        "份。越靠后的段重算时等待的段输入越多，所以前长后短更省。",
    .note_temporary = "梯度已经存在时，每个权重梯度先是临时张量，加进 .grad 之后才释放。",
    .note_peak =
        "全部存活字节的峰值是 {peak}，那一刻参数占 {parameters}、梯度占 {gradients}、保存的激活占 "
        "{saved}；不做检查点时峰值是 {plain}。",
    .note_peak_same =
        "峰值没有下降：这里参数和梯度远大于激活，峰值落在反向结束、梯度到齐的时候。加大批次 "
        "B，检查点的好处才显现。",
    .note_real_models = "实际中常只对“激活大、计算便宜”的部分做检查点，而不是每层都重算。",
    .segments_caption = "每一种段长：估计、实测与计算量",
    .segment_column = "每段层数 k",
    .count_column = "段数",
    .estimate_column = "估计",
    .units_column = "实测",
    .formula_column = "逐段公式",
    .saved_column = "保存峰值",
    .live_column = "存活峰值",
    .rng_column = "随机数状态",
    .flops_column = "前向加反向",
    .multiple_column = "前向的倍数",
    .plain_row = "不做",
    .hand_row = "手动",
    .optimum_caption = "最优段长与 √L",
    .root_column = "√L",
    .two_roots_column = "2√L",
    .lecture_plain_column = "不做（不计输入）",
    .plain_column = "不做，实测",
    .best_column = "最省的 k",
    .best_units_column = "实测",
    .estimate_best_column = "估计",
    .flops_caption = "计算量",
    .what_column = "做法",
    .forward_row = "只有前向",
    .plain_flops_row = "不做检查点",
    .each_layer_row = "每层一个检查点",
    .chosen_row = "你的分段",
    .chosen_caption = "你的分段",
    .lengths_quantity = "各段层数",
    .saved_quantity = "保存峰值",
    .units_quantity = "份数",
    .live_quantity = "存活峰值",
    .rng_quantity = "随机数状态峰值",
    .equal_quantity = "梯度与不做检查点相比",
    .equal_yes = "逐位相同",
    .equal_zero = "两边全是零",
    .equal_no = "不同",
    .equal_unknown = "没有计算",
    .peak_plot = "保存的激活峰值随段长",
    .segment_axis = "每段层数 k",
    .units_axis = "峰值",
    .estimate_series = "估计",
    .plain_mark = "不做检查点：{units}",
    .flops_plot = "计算量随段长",
    .multiple_axis = "前向的倍数",
    .with_series = "做检查点",
    .timeline_caption = "第五笔：三角被锯短。检查点把它切开，反向逐段重算（分段 {lengths}）。",
    .moving_caption =
        "第五笔：三角被锯短。检查点把它切开，反向逐段重算（分段 "
        "{lengths}）。参数和它们的梯度没有画出。",
};

}  // namespace tally::zh
