#pragma once

#include "lecture/strings/accumulation.h"

namespace tally::zh {

inline constexpr AccumulationStrings accumulation{
    .title = "梯度累积：用时间换激活",
    .micro_batches = "微批次数 M",
    .micro_batches_help =
        "把一个批次切成几份依次计算：x.chunk(M)。除不尽时 chunk 可能给出更少的份数",
    .weighted = "按样本数加权",
    .weighted_help = "每份的损失乘以它的样本数占整批的比例，而不是一律除以 M",
    .divide_loss = "损失除以 M",
    .divide_loss_help = "关掉就是常见错误之一：各份的平均损失直接相加",
    .zero_grad = "先 zero_grad()",
    .zero_grad_help = "关掉就是常见错误之二：上一步的梯度还留在 .grad 里",
    .seed = "随机种子",
    .seed_help = "换一个就用另一组权重和样本：梯度不同，字节一样",
    .sentence =
        "一次算 {batch} 个样本，为反向保存 {large}；分成 {micro} 份依次算，每次只保存 {small}，"
        "前者是后者的 {ratio} 倍。",
    .sentence_one_part =
        "一次算 {batch} 个样本，为反向保存 {large}；只有一份，它装下全部样本，保存的也一样多。",
    .sentence_difference =
        "两种做法的梯度最多相差 {difference}，是最大梯度的 {relative}：只是浮点舍入。",
    .sentence_equal = "两种做法的梯度逐位相等。",
    .sentence_factor =
        "按你的设定，第 {step} 步累积出的梯度是正确值的 {factor}，最多相差 {difference}。",
    .sentence_meta = "规模较大，只核算了字节，没有算出梯度。",
    .note_saved =
        "每个样本保存输入、{layers} 层 ReLU 的输出，以及平方之前的差 model(x) − y，共 "
        "{units_large} 份 B×D。"
        "chunk 给出的是同一块输入的视图，每份只算它自己的那一段字节。",
    .note_rounding =
        "数学上两者相等，但浮点加法不满足结合律：分段求和的顺序不同，末位就不同。差为零反倒可疑。",
    .note_retained =
        "代价之一：从第一份到 step() 为止，{gradients} "
        "的梯度一直占着，之后每份新算出的权重梯度要先放在临时张量里，再加进去。",
    .note_peak_grows =
        "这里参数比激活大，所以整体峰值反而从 {large} 升到 "
        "{small}：梯度与激活同时存活。批次变大后就会反过来。",
    .note_peak_falls = "整体峰值从 {large} 降到 {small}。",
    .note_divide =
        "mean 在每份内部求平均，所以各份的损失还要除以 M = {micro}；忘了除，梯度就大到 {made} 倍。",
    .note_not_divided =
        "mean 在每份内部求平均，而这里 {made} "
        "份的损失直接相加：每份的权重都是 1，而不是它的样本数之比。",
    .note_weighted_unused = "损失没有除以 M，“按样本数加权”就不起作用。",
    .note_chunks = "{batch} 个样本不能平分成 {asked} 份，chunk 给出 {sizes}。",
    .note_fewer = "要 {asked} 份，chunk 只给出 {made} 份；损失仍除以 {asked}，梯度就偏小。",
    .note_unequal =
        "各份样本数不同，一律除以 M 会让小的那份里的样本占更大的权重：这不再是整批的平均。",
    .note_weighted = "每份的损失乘以样本数之比，所以不论怎样切，都等于整批的平均。",
    .note_mistakes =
        "倍数表是用真正的优化器执行的：SGD 学习率 {sgd_lr}，AdamW 学习率 "
        "{adamw_lr}，各走两步，与整批计算的正确两步相比"
        "（梯度和参数变化的欧氏范数之比）。AdamW 用梯度自己的大小去除梯度，放大的倍数约掉了，"
        "所以这种错误在 AdamW 下几乎看不出来；梯度裁剪和日志里的梯度范数却会受影响。",
    .note_unmoved =
        "“–”表示没有倍数可言：正确的那一步里，参数在 float32 下根本没有移动，"
        "因为学习率乘以梯度（max|g| = {gradient}）被舍入掉了。",
    .note_drift =
        "有些更新步的倍数与梯度的倍数对不上：梯度太小（max|g| = {gradient}），"
        "更新被 float32 的舍入吃掉，或者已接近 Adam 的 eps = 1e-8。",
    .note_zero_grad =
        "忘记 zero_grad() 时，第一步没有异样，第二步才带上第一步的梯度，以后越积越多。",
    .note_times =
        "代价之二：{runs} 次平均中最短的一次，整批 {large}，累积 "
        "{small}（{multiple}）。小矩阵利用率低；"
        "时间受机器和浏览器影响，有噪声，不作检验。",
    .note_meta = "没有数值，所以没有梯度差、倍数和时间。",
    .note_limit =
        "要算出数值，这个演示的 {passes} 遍共需 {work} 次浮点运算和大约 {memory}；不超过 {flops} "
        "次和 "
        "{bytes} 才会计算。可以减小的是层数 × 宽度² × 批次。",
    .bytes_caption = "一大批与 M 小批：字节",
    .pass_column = "做法",
    .samples_column = "每次样本数",
    .saved_column = "为反向保存",
    .ratio_column = "整批是它的几倍",
    .retained_column = "两份之间保留的梯度",
    .peak_column = "存活字节峰值",
    .large_row = "整批一次",
    .small_row = "微批次累积",
    .gradients_caption = "两种做法在第 {step} 步的梯度",
    .difference_row = "最大差异 max|Δg|",
    .gradient_row = "最大梯度 max|g|",
    .relative_row = "相对差异",
    .factor_row = "累积梯度÷整批梯度（范数）",
    .micro_caption = "每份的样本数与损失的权重",
    .index_column = "第几份",
    .weight_column = "损失的权重",
    .share_column = "应有的权重",
    .mistakes_caption = "常见错误：梯度和更新步变成几倍",
    .mistake_column = "做法",
    .gradient_1 = "第 1 步 梯度",
    .sgd_1 = "第 1 步 SGD 更新",
    .adamw_1 = "第 1 步 AdamW 更新",
    .gradient_2 = "第 2 步 梯度",
    .sgd_2 = "第 2 步 SGD 更新",
    .adamw_2 = "第 2 步 AdamW 更新",
    .right_row = "没有错误",
    .fewer_row = "除以了 {asked}，而实际只有 {made} 份",
    .loss_row = "损失没有除以 M",
    .zero_row = "忘记 zero_grad()",
    .both_row = "两个都错",
    .times_caption = "时间（有噪声）",
    .passes_column = "前向反向次数",
    .time_column = "时间",
    .multiple_column = "与整批之比",
    .bytes_plot = "字节",
    .saved_series = "为反向保存的激活",
    .peak_series = "存活字节峰值",
    .gradients_plot = "梯度差异",
    .gradients_axis = "绝对值",
    .quantity_axis = "量",
    .factors_plot = "你的设定在第 {step} 步的倍数",
    .factors_axis = "正确值的几倍",
    .gradient_bar = "梯度",
    .sgd_bar = "SGD 更新",
    .adamw_bar = "AdamW 更新",
    .times_plot = "时间（有噪声）",
    .times_axis = "时间",
    .timeline_caption =
        "第四笔：齿。三角变成 {count} "
        "个，每份微批次一个；从第二个起，地面抬高一份梯度，{gradients}。",
};

}  // namespace tally::zh
