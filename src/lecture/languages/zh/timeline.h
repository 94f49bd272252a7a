#pragma once

#include "lecture/strings/timeline.h"

namespace tally::zh {

inline constexpr TimelineStrings timeline{
    .events_axis = "事件序号",
    .saved = "{category}（为反向保存）",
    .in_flight = "{category}（用完即释放）",
    .peak = "峰值 {bytes}",
    .thinned = "时间线从 {events} 个事件中取了 {samples} 个时刻；峰值所在的时刻一定在内。",
    .not_listed = "这次运行的存储超过 {limit} 块，太多，不再逐块列出；减少层数或微批次即可恢复。",
    .flat =
        "第一笔：平铺的色带。{size} 参数的网络（{layers} 层，宽 "
        "{width}）用混合精度在一块 GPU 上走一步：参数、主权重、梯度和优化器状态从头到尾都是 "
        "{states}。一个样本的激活薄得看不见。",
    .state =
        "第二笔：优化器状态。第 1 轮开始时还没有它；第一次 step() 为 {optimizer} 建立 "
        "{state}，第 2 轮从一开始就背着它。",
    .no_state = "第二笔：优化器状态。{optimizer} 不建立状态，所以两轮看起来一样。",
    .triangle = "第三笔：三角。前向逐层为反向保存激活，最多 {saved}；反向按相反的次序把它们用掉。",
    .no_triangle = "第三笔：三角，这里没有。没有为反向保存任何东西。",
    .moving = "一直在的部分（图开始时 {stays}）和梯度没有画出，否则会盖过它。",
    .whole =
        "第六笔：把整张图放大到真实规模。{size} 参数（{layers} 层，宽 "
        "{width}），{tokens}，{recipe}，一块 "
        "GPU：状态都已建立之后的一步。",
    .whole_shared =
        "第六笔：把整张图放大到真实规模。{size} 参数（{layers} 层，宽 "
        "{width}），{tokens}，{recipe}，{sharding}：{gpus}中的一块，状态都已建立之后的一步。",
    .whole_never =
        "第六笔：把整张图放大到真实规模。{size} 参数（{layers} 层，宽 "
        "{width}），{tokens}，{recipe}，{sharding}：多少块这样的 GPU "
        "也放不下。图中是一块 GPU 独自走完一步所需的显存。",
    .step_caption = "图中的这一步",
    .step_source = "由本引擎执行：时间线所示的记录，次序与 PyTorch 2.6 相同。",
    .begin_row = "开始时存活",
    .moving_row = "来去部分的峰值",
    .peak_row = "全部存活字节的峰值",
};

}  // namespace tally::zh
