#pragma once

#include "lecture/strings/formats.h"

namespace tally::zh {

inline constexpr FormatStrings formats{
    .not_utf8 = "不是 UTF-8 文本：第 {got} 字节",
    .not_json = "不是 JSON：读到第 {got} 字节停下",
    .number_too_big = "第 {got} 字节之前的数超出了 float64",
    .too_deep = "第 {got} 字节处嵌套超过 64 层",
    .duplicate = "{field} 在同一个对象里出现了两次",
    .missing = "缺少 {field}",
    .wrong_type = "{field}：读到 {got}，应为 {takes}",
    .out_of_range = "{field}：{got} 超出范围，应为 {takes}",
    .unknown_value = "{field}：不认识 {got}，应为以下之一：{takes}",
    .contradiction = "{field}：{got}",
    .not_modelled = "{field} 是 {got}：没有这种模型",
    .cut_off = "文件不完整：只有 {got} 字节，应有 {takes} 字节",
    .too_long = "它声称头部有 {got} 字节；格式最多允许 {takes} 字节",
    .hole = "从第 {got} 字节起的内容不属于任何张量",
    .the_file = "这个文件",
    .unknown_fields = "不认识，也没有用到：{names}",
    .assumed = "没有写 {field}，按 {value} 计（{why}）",
};

}  // namespace tally::zh
