// 框架文字：界面、提示、单位、类别。The frame in Chinese: interface, messages, units, categories.
#pragma once

#include "lecture/strings.h"

namespace tally::zh {

inline constexpr UiStrings ui{
    .lecture_title = "训练显存的账：七个演示",
    .reset = "恢复默认",
    .reset_all = "全部恢复默认",
    .back_to_start = "回到开始",
    .running = "正在运行……",
    .cancel = "取消",
    .cancelled = "已取消",
    .failed = "运行失败",
    .restarted = "计算核心已重新启动，设定保持不变。",
    .stale = "有参数不合法，这里显示的是上一次的结果",
    .no_webgl = "这个浏览器没有 WebGL2，画不出图；下面的句子和表格照常随参数更新。",
    .no_wasm = "这个浏览器不能运行 WebAssembly，演示无法执行；文章仍可阅读。",
    .canvas_hint = "点一下图进入操作，按 Esc 离开",
    .show_form = "改用表单",
    .show_figure = "改用图中控件",
    .loading = "正在加载……",
    .limits = "取值范围",
    .default_value = "默认值",
    .on = "开",
    .off = "关",
    .none = "无",
    .peak = "峰值",
    .yours = "你的设定",
    .language = "语言",
    .tables = "表格",
    .notes = "说明",
    .copied = "已复制",
    .legend = "图例",
};

inline constexpr MessageStrings messages{
    .bad_value = "{label}：读到“{got}”，应为{takes}。",
    .empty_value = "{label}：没有填写，应为{takes}。",
    .separators = "{label}：读到“{got}”，请去掉千位分隔符，写成 {plain}；应为{takes}。",
    .full_width = "{label}：读到“{got}”，请用半角数字和逗号；应为{takes}。",
    .not_whole = "{label}：读到“{got}”，不是整数；应为{takes}。",
    .not_finite = "{label}：读到“{got}”，不是有限的数；应为{takes}。",
    .too_many = "{label}：读到 {count} 个数，最多 {limit} 个。",
    .bad_choice = "{label}：读到“{got}”，是不是想写 {nearest}？应为{takes}。",
    .given_twice = "{label}：给了两次，只能给一次。",
    .by_default = "没有填写，用的是默认值 {value}。",
    .unknown_key = "没有参数“{key}”。这里的参数有：{keys}。",
    .unknown_nearest = "没有参数“{key}”，是不是想写 {nearest}？",
    .range = "{min} 到 {max}",
    .takes_integer = " {range} 的整数",
    .takes_real = " {range} 的数",
    .takes_choice = "以下之一：{choices}",
    .takes_flag = " true 或 false",
    .takes_integers = "用逗号隔开的整数（如 6,4,3,2,1），每个在 {range} 之间，也可以留空",
    .list_separator = "、",
};

inline constexpr UnitStrings units{
    .bytes_per_parameter = {"B/参数", "B/参数", "B/参数"},
    .parameters = {"个参数", "个参数", "个参数"},
    .flops = {"FLOPs", "FLOP", "FLOPs"},
    .layers = {"层", "层", "层"},
    .samples = {"个样本", "个样本", "个样本"},
    .tokens = {"个 token", "个 token", "个 token"},
    .steps = {"步", "步", "步"},
    .gpus = {"块 GPU", "块 GPU", "块 GPU"},
    .activation_units = {"份激活", "份激活", "份激活"},
    .events = {"个事件", "个事件", "个事件"},
};

inline constexpr CategoryStrings categories{
    .parameter = "参数",
    .master_weight = "主权重",
    .gradient = "梯度",
    .optimizer_state = "优化器状态",
    .activation = "激活",
    .activation_gradient = "激活的梯度",
    .input = "输入",
    .temporary = "临时张量",
    .cast_copy = "低精度副本",
    .rng_state = "随机数状态",
    .buffer = "缓冲区",
    .other = "其他",
};

inline constexpr PhaseStrings phases{
    .none = "开始之前",
    .forward = "前向",
    .backward = "反向",
    .optimizer_step = "优化器更新",
};

inline constexpr CommonStrings common{
    .layers = "层数 L",
    .layers_help = "网络有多少层",
    .width = "宽度 D",
    .width_help = "每层的输入和输出各有多少维",
    .batch = "批次 B",
    .batch_help = "一次前向处理多少个样本",
    .optimizer = "优化器",
    .optimizer_help = "用哪一种优化器更新参数",
    .measured = "实测",
    .formula = "公式",
    .on_cpu = "在 CPU 上真正算出了每个值（{dtype}）。",
    .on_meta = "规模较大，在 meta 设备上执行：形状和字节是真实的，数值没有计算。",
    .memory_axis = "显存",
    .live_bytes_axis = "存活字节",
    .phase_column = "阶段",
    .total_column = "合计",
    .bytes_column = "字节",
    .parameters_column = "参数量",
    .shape_column = "形状",
    .dtype_column = "dtype",
    .name_column = "名称",
    .quantity_column = "量",
    .value_column = "值",
};

}  // namespace tally::zh
