#pragma once

#include "lecture/strings/cli.h"

namespace tally::zh {

inline constexpr CliStrings cli{
    .about = "Tally：训练显存的账，七个真正执行的演示和配套的问题。",
    .lecture_about = "运行讲稿的演示",
    .ask_about = "提讲稿里的一个问题，由引擎作答",
    .demo_help = "哪一个演示：{names}；不写就是全部",
    .question_help = "问题的 id；不写就列出全部",
    .answer_help = "选项的 id：说明对不对，为什么",
    .language_help = "语言：{tags}",
    .json_help = "输出 JSON，带单位和版本",
    .pytorch_help = "输出同样的 PyTorch 程序：短短几行，粘贴就能运行",
    .describe_help = "输出有哪些演示和选项，JSON 格式",
    .help_help = "显示这段说明",
    .version_help = "显示版本",
    .footer =
        "退出状态：0 一切正常，1 运行失败，2 命令行写错。\n"
        "语言取自 LC_ALL、LC_MESSAGES 或 LANG。某个演示的选项：tally lecture --demo N --help",
    .usage = "用法",
    .options = "选项",
    .positionals = "问题",
    .commands = "命令",
    .option_help = "{label}：{help}（{limits}；默认 {default}）",
    .see_help = "用法见 tally{command} --help",
    .no_command = "没有命令“{got}”；命令有 {names}",
    .not_expected = "这里不该有“{got}”；只能写选项，例如 --demo 3",
    .needs_demo = "{name} 是某个演示的选项：请同时给出 --demo N，N 为 {numbers} 之一",
    .after_command = "{name} 要写在命令后面，例如：tally lecture {name} ...",
    .after_dashes = "{name} 写在“--”之后，那里不再有选项：请去掉“--”",
    .one_question = "这里不该有“{got}”；一次只问一个问题",
    .no_question = "没有问题“{got}”；tally ask 会列出全部",
    .no_question_nearest = "没有问题“{got}”，是不是想写 {nearest}？",
    .needs_question = "{name} 要先指定问题：tally ask 问题id {name} 选项id",
    .ask_one = "提其中一个：tally ask 问题id",
    .answer_it = "想好再答：tally ask {question} --answer 选项id",
    .answer_right = "答对了。",
    .answer_wrong = "不对。引擎的答案是：{right}。",
    .no_option_here = "不带命令时没有选项 {got}；命令有 {names}",
    .one_output = "--json、--pytorch、--describe：一次只能用一个",
    .pytorch_needs_demo = "--pytorch：要先指定演示，例如 --demo 3",
    .describes_all = "--describe：给出所有演示的声明，不能与 {name} 同用",
    .cannot_write = "写不了标准输出：{reason}",
};

}  // namespace tally::zh
