#pragma once

#include "lecture/strings/formulas.h"

namespace tally::zh {

inline constexpr FormulaStrings formulas{
    .largest_n = "满足 {condition} 的最大的 n：n",
    .instants = "{count} 个时刻中最大的：{sum}",
    .at_phase_end = "阶段结束时，这一类存活的存储相加",
    .within_phase = "阶段之内，存活的存储之和的最大值",
    .no_state = "还没有 step()，没有状态张量",
    .no_state_kept = "没有状态张量",
    .updates = "从 1 开始，做 {updates} 次 w + {update}，每次舍入到 {dtype}",
    .copy_of_master = "主权重舍入到 bfloat16",
    .sheet = "产品手册上的 GB",
    .largest_difference = "两种做法各执行一次，{count} 个梯度之差的最大绝对值",
    .largest_gradient = "整批执行一次，{count} 个梯度的最大绝对值",
    .norm_gradient = "这里梯度的范数 / 正确梯度的范数",
    .norm_step = "这里参数变化的范数 / 正确变化的范数",
    .best_of = "{runs} 次平均中最短的一次",
    .binding_segment = "{count} 段中的第 {index} 段重算时：{sum}",
    .best_length = "k = 1 … {layers} 中份数最少的 k",
    .segments_counted = "这一行的段数",
    .round_size = "模型名字里的大小",
    .real_size = "{source} 的参数个数",
};

inline constexpr SourceStrings sources{
    .recipes =
        "由本引擎执行：在 meta 设备上分配 1,000 个参数的全部张量，走一步 AdamW。方案见 ZeRO，"
        "arXiv:1910.02054 第 3.1 节，和 PyTorch 2.6 的 torch/optim/adamw.py。",
    .sharding = "由本引擎在 meta 设备上执行。各阶段见 ZeRO，arXiv:1910.02054 第 5 节。",
    .executed = "由本引擎执行：在 meta 设备上分配占得最多的那块 GPU 上的每个张量，走一步 AdamW。",
    .updates =
        "由本引擎在 CPU 上执行；float32 和 bfloat16 的舍入与 IEEE 754 和 PyTorch 2.6 相同，"
        "向最近的数舍入，居中时取偶。",
    .gpus = "引用：每行写明的产品手册和驱动输出。",
    .optimizer_bytes =
        "由本引擎执行；有哪些状态见 PyTorch 2.6 的 torch/optim/adamw.py、adam.py 和 sgd.py，"
        "_init_group。",
    .optimizer_tensors =
        "由本引擎执行；名字和次序见 PyTorch 2.6 的 torch/optim/adamw.py、adam.py 和 sgd.py，"
        "_init_group。",
    .optimizer_phases =
        "由本引擎执行：两次迭代的记录，分配和释放的次序与 PyTorch 2.6 在 CPU 单线程下相同。",
    .optimizer_choices = "由本引擎在 meta 设备上执行，各调用一次 step()。",
    .activation_points =
        "由本引擎执行；每个算子保存什么，见 PyTorch 2.6 的 tools/autograd/derivatives.yaml。",
    .activation_crossing = "由本引擎在 meta 设备上执行，两边各一次。",
    .activation_ledger = "由本引擎执行；槽位见 PyTorch 2.6 的 tools/autograd/derivatives.yaml。",
    .accumulation_bytes =
        "由本引擎执行：两种做法的记录，次序与 PyTorch 2.6 相同；梯度相加见 "
        "torch/csrc/autograd/functions/accumulate_grad.h。",
    .accumulation_gradients = "由本引擎在 CPU 上以 float32 执行。",
    .accumulation_mistakes =
        "由本引擎执行，各走两步；更新规则见 PyTorch 2.6 的 torch/optim/sgd.py 和 adamw.py；"
        "AdamW 见 arXiv:1711.05101。",
    .accumulation_times = "刚刚在你的机器上测得。",
    .accumulation_micro =
        "由本引擎执行；份的大小见 PyTorch 2.6 的 aten/src/ATen/native/TensorShape.cpp，chunk。",
    .checkpointing_segments =
        "由本引擎执行；检查点见 PyTorch 2.6 的 torch/utils/checkpoint.py，FLOPs 的算法见 "
        "torch/utils/flop_counter.py。估算见 Chen 等，arXiv:1604.06174。",
    .checkpointing_optimum = "由本引擎在 meta 设备上执行。估算见 Chen 等，arXiv:1604.06174。",
    .checkpointing_flops =
        "由本引擎执行；FLOPs 的算法见 PyTorch 2.6 的 torch/utils/flop_counter.py。",
    .checkpointing_chosen = "由本引擎执行；检查点见 PyTorch 2.6 的 torch/utils/checkpoint.py。",
    .budget_round = "由本引擎在 meta 设备上执行；方案和各阶段见 ZeRO，arXiv:1910.02054。",
    .budget_real = "由本引擎在 meta 设备上执行；参数个数由最后一列的配置得出。",
    .levers = "由本引擎在 meta 设备上执行：每一行训练两轮，记录第二轮。",
    .levers_answer = "由本引擎在 meta 设备上执行：同样的两轮，参数量如表题所示。",
};

}  // namespace tally::zh
