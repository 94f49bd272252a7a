#pragma once

#include "lecture/strings/scripts.h"

namespace tally::zh {

inline constexpr ScriptStrings scripts{
    .whole_and_cut = "每块 GPU 都留一份的，和分摊的",
    .fullest_gpu = "占得最多的那块 GPU",
    .share = "一块 GPU 放得下的参数个数",
    .none_is_enough = "0：永远放不下",
    .state_bytes = "所有状态张量的字节",
    .before_first_step = "第一次 step() 之前",
    .after_steps = "{steps}之后",
    .lazy_state = "状态在这里产生",
    .by_storage = "共用的存储只计一次",
    .holds_graph = "计算图和它保存的都由 y 留住",
    .parameters_do_not_count = "参数本来就在，不计",
    .transposed_weights = "保存的权重是转置视图，不连续：不计",
    .no_values = "只有形状",
    .held = "存活的检查点留着的：输入，和重算出的",
    .none = "这些分段的列表太长，写不进几行 PyTorch 程序，所以这里没有给出。",
};

}  // namespace tally::zh
