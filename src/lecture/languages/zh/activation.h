#pragma once

#include "lecture/strings/activation.h"

namespace tally::zh {

inline constexpr ActivationStrings activation{
    .title = "激活：随批次和层数增长",
    .sequence = "序列长度 S",
    .sequence_help = "每个样本有多少个 token；token 总数 T = B × S。为 1 时就是讲稿的 B×D 输入",
    .function = "激活函数",
    .function_help = "每个线性层之后的激活函数",
    .frozen = "冻结前几层",
    .frozen_help = "从第一层数起，多少层的权重不求梯度（requires_grad=False）",
    .frozen_layers = "另外冻结",
    .frozen_layers_help = "还有哪些层不求梯度：层号从 1 数起，用逗号隔开，可以留空",
    .mode = "运行方式",
    .mode_help = "这次前向怎样运行",
    .mode_train = "训练 train()",
    .mode_no_grad = "no_grad()",
    .mode_eval = "评估 eval()",
    .dtype = "数据类型",
    .dtype_help = "权重和激活用哪种浮点数存放",
    .no_such_layer = "另外冻结：没有第 {layer} 层，网络只有 {layers} 层。",
    .too_many_frozen = "冻结前几层：读到 {frozen}，但网络只有 {layers} 层；应为 0 到 {layers}。",
    .sentence =
        "{layers}、{tokens}、宽度 {width}、{function}：前向结束时为反向保存了 "
        "{saved}，正好是 {units} 份 T×D 激活，每份 {unit}；参数占 {parameters}。"
        "超过 {limit} 个 token，激活就比参数大（T* {formula}）。",
    .sentence_nothing = "什么都没有保存：0 B。{reason}",
    .reason_no_grad = "no_grad() 之下不记录计算图，每一层的结果用完就释放。",
    .reason_frozen = "没有一层需要梯度，也就没有反向。",
    .note_scope =
        "只计前向结束时为反向保存的张量：输入 x 计入，参数不计（反向也要用到 W，但它本来就在）。"
        "反向途中的梯度、临时张量和分配器的开销不在内。同一块存储被几个节点保存，只计一次。",
    .note_result =
        "{function} 的反向只需要自己的输出，而这个输出又是下一层的输入，两个节点共用一份："
        "每层一份，再加最初的输入，共 L + 1 份。",
    .note_input =
        "{function} 的反向需要自己的输入，下一层又需要它的输出：每层两份，共 2L 份"
        "（最初的输入在内，最后一层的输出不必保存）。",
    .note_result_frozen =
        "{function} 的反向只需要自己的输出，而这个输出又是下一层的输入，两处合用一份："
        "从第一个可训练的层起每层一份，再加这一层的输入，共 {units} 份。",
    .note_input_frozen =
        "{function} 的反向需要自己的输入，可训练的线性层也要留着自己的输入："
        "从第一个可训练的层起每层一份，可训练的层各多一份，共 {units} 份。",
    .note_frozen =
        "第一个可训练的层是第 {first} "
        "层，它之前没有任何东西需要梯度，所以一份也不保存。它之后的冻结层"
        "仍要把梯度传下去，只省下自己的输入；若那份输入正是前一层激活函数保存的输出，就什么也没省下"
        "。",
    .note_eval =
        "eval() 只改变 dropout 和 batch norm 的行为，计算图照样记录，保存的字节与训练时相同。"
        "推理时省显存要靠 no_grad()。",
    .note_no_grad = "no_grad() 之下没有反向，所以不保存；前向途中仍有一两份激活短暂存活。",
    .note_sequence =
        "B × S = {batch} × {sequence} = {tokens} 个 token。线性层和逐元素的激活函数不区分 token "
        "来自哪个样本，所以只看 T；注意力才会出现 S² 项。",
    .note_bfloat16 = "bfloat16 每个数 2 字节，激活和参数都减半，两者之比不变。",
    .note_sweep = "曲线上的每个点都在 meta 设备上执行过：形状和字节是真实的，数值没有计算。",
    .note_real_models =
        "这里每层只保存一两份激活。Transformer 的一层要保存十几份，还有与 S² 成正比的注意力矩阵。",
    .points_caption = "保存的激活：讲稿的四组设定，和你的设定",
    .batch_column = "批次 B",
    .sequence_column = "序列 S",
    .width_column = "宽度 D",
    .function_column = "激活函数",
    .units_column = "份数",
    .saved_column = "实测保存",
    .formula_column = "份数×T×D×字节",
    .ratio_column = "激活÷参数",
    .device_column = "设备",
    .crossing_caption = "激活在哪里超过参数：T* {formula}，两边各执行一次",
    .tokens_column = "T",
    .relation_column = "激活与参数",
    .fits = "激活较小",
    .exceeds = "激活较大",
    .equals = "相等",
    .ledger_caption = "账本：前向结束时保存的 {count} 块存储，共 {bytes}",
    .node_column = "谁保存",
    .slot_column = "槽位",
    .role_column = "是什么",
    .shared_column = "与谁共用",
    .role_input = "输入 x",
    .role_linear_input = "线性层的输入",
    .role_function_input = "激活函数的输入",
    .role_function_result = "激活函数的输出",
    .over_layers = "保存的激活随层数",
    .over_batch = "保存的激活随批次",
    .parameters_series = "参数",
    .crossing_mark = "B* {batch}",
};

}  // namespace tally::zh
