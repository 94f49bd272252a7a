#pragma once

#include "lecture/strings/questions.h"

namespace tally::zh {

inline constexpr QuestionStrings questions{
    .seven_billion =
        {.prompt =
             "{size} 模型用 bf16 存下来是 {stored}。用 AdamW 做混合精度训练：还没算第一个激活，"
             "参数、梯度和优化器状态一共要多少显存？",
         .choices = {"约 28 GB", "约 56 GB", "约 84 GB", "约 112 GB"},
         .explanation =
             "{total}：参数 {parameter}，梯度 {gradient}，fp32 主权重 {master}，Adam "
             "的两个滑动平均 "
             "{state}，后两样都留在 fp32。常见的猜法是把磁盘上的文件乘以二，忘了优化器要记的东西。"
             "一块 {gpu} 的 GPU 就这样不够用了。"},
    .bf16_halves_memory =
        {.prompt =
             "全 fp32 用 AdamW 训练，每个参数留 {before} 字节。改成常用的混合精度，前向和反向都用 "
             "bf16，现在是几个字节？",
         .choices = {"8", "12", "16", "18"},
         .explanation =
             "还是 {after}。参数和梯度缩到 {parameter} + {gradient} 字节，但 Adam 的滑动平均仍是 "
             "fp32（{state}），fp32 主权重又把省下的 {master} 字节用掉了。混合精度换来的是速度和"
             "更小的激活，不是更小的状态。"},
    .stock_adamw_on_bf16 =
        {.prompt = "调用 model.bfloat16()，把参数交给 PyTorch 自带的 "
                   "AdamW，直接训练。每个参数留几个字节？",
         .choices = {"8", "12", "16"},
         .explanation =
             "{total}。PyTorch 按参数的 dtype 创建状态，所以 Adam 的滑动平均也是 bf16：{state} "
             "字节，而不是 {float_state}。答 12 的人以为滑动平均是 fp32，答 16 的人以为还有主权重；"
             "可谁也没有让 PyTorch 这么做。这样很省，小的更新却会丢掉。"},
    .lost_updates =
        {.prompt = "一个 bf16 权重是 1，更新 {updates} 次，每次加 {update}。最后停在哪里？",
         .choices = {"还是 1，没有动", "走了一部分：有些更新丢了", "接近 2：舍入误差会互相抵消"},
         .explanation =
             "停在 {bf16}；fp32 主权重走到 {master}。bf16 里 1 的下一个数，离它比 {update} "
             "的两倍还远，所以每一次相加都被舍回原处。误差有正有负才会抵消，这里却全朝一个方向。"
             "主权重就是为此而设的。"},
    .zero_stages = {.prompt = "{gpus} 块 {gpu} 的 GPU，AdamW 混合精度。ZeRO "
                              "的哪一级让放得下的最大模型增大的倍数最多？",
                    .choices = {"ZeRO-1：切分优化器状态和主权重", "ZeRO-2：再切分梯度",
                                "ZeRO-3：再切分参数"},
                    .explanation =
                        "第一级：从 {replicated} 到 {zero1} 个参数，{factor1} 倍。ZeRO-2 到 "
                        "{zero2}（{factor2} 倍），ZeRO-3 到 {zero3}（{factor3} 倍）。{all} "
                        "个字节里，优化器状态和主权重占 {first} 个，"
                        "最先被切。级别高的听起来省得更多，其实留给它切的已经不多。"},
    .state_before_step =
        {.prompt =
             "模型是 {layers} × [Linear({width}, {width}), ReLU]，刚用它的参数建好 AdamW。还没有走"
             "一步：优化器状态有多大？",
         .choices = {"一个字节也没有", "和参数一样大", "参数的两倍"},
         .explanation =
             "{before}。状态到第一次 step() 才创建：参数 {parameters}，状态 {after}，此后一直留着。"
             "以为构造时就有的人，也会以为第一轮和以后一样费显存；其实第一轮更省。"},
    .memory_runs_out =
        {.prompt = "{layers} × [Linear({width}, {width}), ReLU]，批次 {batch}，激活比参数大。用 "
                   "AdamW 跑头两轮，峰值在哪里？",
         .choices = {"第 1 轮的反向", "第 1 轮的 step()", "第 2 轮的反向", "第 2 轮的 step()"},
         .explanation =
             "在第 2 轮的反向：{second}，第 1 轮是 {first}。相差的 {difference}，就是第一次 step() "
             "留下的状态。只试一轮，看到的恰好是最省的那一轮。"},
    .sgd_momentum_state =
        {.prompt = "把 AdamW 换成动量为 0.9 的 SGD。走一步之后，优化器状态有多大？",
         .choices = {"没有：SGD 不存状态", "和参数一样大", "参数的两倍"},
         .explanation =
             "参数 {parameters}，状态 {momentum}：每个参数记一个数。AdamW 记两个（{adamw}），只有"
             "不带动量的 SGD 什么也不记（{sgd}）。动量是对过去梯度的记忆，记忆就要占地方。"},
    .peak_is_the_sum =
        {.prompt = "{layers} 层，用 AdamW。一次批次为 {small}，激活比参数略小；另一次为 "
                   "{large}"
                   "，激活比参数略大。状态已经建好之后，一轮的峰值是参数、梯度、状态、激活之和吗？",
         .choices = {"是，两次都是", "不是，比和小；两次都在 step()",
                     "不是，比和小；两次都在前向与反向之间",
                     "不是，比和小；一次在 step()，一次在前向与反向之间"},
         .explanation =
             "批次 {small} 时峰值是 {small_peak}，在 step()，而四项之和是 {small_sum}；批次 "
             "{large} "
             "时是 {large_peak}，在反向开始时，四项之和是 {large_sum}。梯度一份份到来，激活一份份"
             "离开，两者从不同时齐全。参数是 {parameters}；激活（先 {small_activations}，后 "
             "{large_activations}）一旦超过它，卡住显存的那一刻就换了地方。"},
    .eval_saves_memory =
        {.prompt = "你只想评估模型。哪一个调用使前向不再保存激活？",
         .choices = {"model.eval()", "torch.no_grad()", "两个都行", "两个都不行"},
         .explanation =
             "no_grad()：保存 {no_grad}。训练时是 {train}，eval() 之后仍是 {eval}。eval() 改变的是 "
             "dropout 和 batch norm 怎么算；autograd 照样记录计算图。"},
    .every_output_is_kept =
        {.prompt = "{layers} × [Linear, ReLU] 每层算出两个 B × D 的结果。连输入在内，有几个 B × D "
                   "的张量要留给反向？",
         .choices = {"8", "9", "16", "17"},
         .explanation =
             "{relu} 个：输入，加每层一个。Linear 保存它的输入，ReLU 保存它的输出，而这两个是同一块"
             "存储；Linear 自己的输出没有人要。换成 GELU 就是 {gelu} 个，因为 GELU 保存的是输入。"
             "留什么由反向的公式决定，不是算了什么就留什么。"},
    .freezing_saves =
        {.prompt =
             "{layers} × [Linear, ReLU] 里冻结一层，权重的 requires_grad=False。冻结哪里能省激活？",
         .choices = {"冻结第一层能省，中间一层不能", "冻结中间一层能省，第一层不能", "两处都能",
                     "两处都不能"},
         .explanation =
             "全部可训练：{all}。冻结第一层：{first}。冻结第 {layer} 层：{middle}，一点没少。它的"
             "输入是前一个 ReLU 本来就要保存的输出，通往更前面各层的梯度也要从它经过。只有第一个"
             "可训练层之前的激活才省得下来。"},
    .doubling_doubles =
        {.prompt = "一串 [Linear, ReLU]，什么使保存的激活恰好变成两倍？",
         .choices = {"层数加倍", "批次加倍", "两种都行", "两种都不行"},
         .explanation = "批次：{batch} 倍。层数从 4 到 8 是 {layers} 倍，从 8 到 "
                        "16 是 {more_layers} 倍。不管后面有多少"
                        "层，输入只保存一次，所以随层数变化的式子里多一个常数，随批次的没有。"},
    .forgotten_division =
        {.prompt = "分成 {micro} 个微批次，损失忘了除以 {micro}。谁的第一步会太大？",
         .choices = {"SGD 和 AdamW 都太大", "SGD 太大，AdamW 不会", "AdamW 太大，SGD 不会",
                     "都不会"},
         .explanation =
             "梯度是正确值的 {gradient} 倍，SGD 的一步也是（{sgd} 倍）。AdamW 是 {adamw} "
             "倍：它用梯度自己的大小去除梯度，常数倍就约掉了。错误藏了起来，但仍在那里：梯度裁剪和"
             "记录下来的梯度范数看得见它。"},
    .chunk_of_six = {.prompt = "x 有 {batch} 个样本。x.chunk({asked}) 得到什么？",
                     .choices = {"3 份：2、2、2", "4 份：2、2、1、1", "4 份：1、1、1、3"},
                     .explanation = "{made} 份：{sizes}。chunk "
                                    "先把每份的大小向上取整，样本用完就停，所以份数可能比要的少。"
                                    "如果损失照旧除以 {asked}，梯度就偏小了。"},
    .accumulation_lowers_peak =
        {.prompt = "{layers} 层，宽度 {width}，批次 {batch} 分成 {micro} "
                   "个微批次。保存的激活降到四分之一。"
                   "前向和反向的峰值呢？",
         .choices = {"也降到四分之一", "会降，但没有那么多", "不变", "反而升高"},
         .explanation =
             "从 {large} 升到 {small}，虽然激活从 {saved_large} 降到 "
             "{saved_small}。从第二个微批次起，"
             "{gradients} "
             "的梯度一直活着，与激活并存，新的梯度还要先算出来再加进去。激活远大于参数时，"
             "累积才划算；这里不是。"},
    .gradients_between =
        {.prompt = "{micro} 个微批次依次进行。第二个开始前向时，有多少字节的梯度活着？",
         .choices = {"没有：反向已经全部释放", "一部分，每个微批次各占一份",
                     "和参数一样多，以后不再增加", "和参数一样多，以后每次再添一份"},
         .explanation =
             "第一个开始时是 {first}，第二个开始时是 {second}，最后一个开始时仍是 {last}。.grad "
             "是原地累加：不管 M 是多少，都是完整的一份。激活从 {saved_large} 降到 "
             "{saved_small}，这一份梯度却是累积降不下去的底。"},
    .two_roots =
        {.prompt =
             "{layers} 层。教科书说每段 √L 层最好，峰值是 2√L 份激活。现在手动放边界，各段依次 "
             "{lengths} 层。峰值是几份？",
         .choices = {"6", "7", "8：2√L 已是最好", "9"},
         .explanation =
             "{hand} 份；均分最好是 {equal} 份，不做检查点是 {plain} 份。靠前的段重算时，后面各段的"
             "输入已经释放，所以靠前的段可以长一些。2√L 只是均分里的最小值。"},
    .one_per_layer =
        {.prompt =
             "每层一个检查点：一种是玩具层 [Linear, ReLU]，一种是宽层 [Linear(D, 4D), GELU, Linear("
             "4D, D)]。对哪一种，这是最好的段长？",
         .choices = {"玩具层", "宽层", "两种都是", "两种都不是"},
         .explanation =
             "宽层：{wide} 份激活，不做是 {wide_plain} 份。玩具层要 {toy} 份，和不做检查点一样"
             "（{toy_plain}"
             "）：它保存的只有下一层的输入，而检查点照样要留着这个输入。层内部比输入大，"
             "检查点才划算。"},
    .recomputation_cost = {.prompt = "前向加反向，大约是三次前向的计算量。每层都做检查点，一切都要"
                                     "重算一遍，现在是几次前向？",
                           .choices = {"3：反向本来就要算", "4", "5", "6：翻一倍"},
                           .explanation =
                               "{checkpointed} 次前向，不做是 {plain} 次：大约多一次，总量多 "
                               "{more}。重算的只有前向，而前向只占全部的三分之一；反向还是一次。"},
    .checkpointing_lowers_peak =
        {.prompt = "{layers} 层，宽度 {width}，批次 {batch}，每段 {segment} "
                   "层。保存的激活少了一半多。全部"
                   "存活字节的峰值呢？",
         .choices = {"也少一半", "会降，但没有那么多", "没有降"},
         .explanation =
             "没有降：{peak}，不做检查点是 {plain_peak}，虽然保存的激活从 {plain_units} 份降到 "
             "{units} 份。峰值落在反向结束时，那时梯度齐了，激活已经不在。批次 {large_batch} "
             "时峰值在别处，从 {large_plain_peak} 降到 {large_peak}。先看卡住显存的是哪一刻。"},
    .one_more_parameter =
        {.prompt = "{parameters} 个参数，每个 {each} 字节，刚好装满一块 {gpu} "
                   "的 GPU。再多一个参数，要几块？",
         .choices = {"1：几个字节没关系", "2", "8：GPU 总是八块一组"},
         .explanation =
             "{gpus} 块。{bytes} 比显存多出 {excess}；放不下就是放不下，差几个字节和差几个 GB "
             "一样报错。刚好装满时还是 {before} 块。实际的界线更低：激活和框架也要占显存。"},
    .replicated_on_eight =
        {.prompt =
             "从一块 {gpu} 的 GPU 增加到 {gpus} 块，做普通的数据并行：每块 GPU 都存整份。能放下的"
             "模型变成多大？",
         .choices = {"和原来一样大", "两倍大", "八倍大"},
         .explanation =
             "{many} 个参数，和一块 GPU（{one}）一样。副本多了，批次可以更大、训练可以更快，模型却"
             "大不起来。要大，就得切分：ZeRO-3 能放 {sharded}。"},
    .zero1_share =
        {.prompt = "{size} 参数，混合精度，{gpus} 块 GPU 做 ZeRO-1。每块 GPU 大约存多少？",
         .choices = {"14 GB", "26 GB", "38 GB", "112 GB"},
         .explanation =
             "{share}：参数和梯度是整份，共 {kept}；其余的切开，每块 {cut}。把总数除以 {gpus} "
             "的人，想的是 ZeRO-3（{zero3}）；ZeRO-2 是 {zero2}。"},
    .round_names =
        {.prompt = "{name} 名义上是 {size} 模型。混合精度，完美切分，它的状态要几块 {gpu} 的 GPU？",
         .choices = {"14", "15", "16"},
         .explanation = "{gpus} 块。它有 {parameters} 个参数，状态共 {bytes}；{round_gpus} "
                        "块只对约数成立。名字可以取整，显存不会。"},
    .what_moves_the_state = {.prompt = "下面哪一样会改变优化器状态的大小？",
                             .choices = {"全 fp32 → 混合精度", "AdamW → SGD + 动量", "批次减半",
                                         "激活检查点"},
                             .explanation =
                                 "优化器：从 {before} 到 {optimizer}。混合精度的滑动平均仍是 "
                                 "fp32；批次和检查点碰不到它。"
                                 "切分也能动它：{gpus} 块 GPU，每块 {sharding}。"},
    .what_bf16_saves =
        {.prompt =
             "从全 fp32 改成带主权重的混合精度，变小的是状态（参数、梯度、主权重、优化器状态），"
             "还是激活？",
         .choices = {"状态", "激活", "都变小", "都不变"},
         .explanation =
             "激活，从 {saved_before} 到 {saved_after}。状态原来是 {states_before}，现在是 "
             "{states_after}：参数和梯度省下的，主权重用掉了。“bf16 "
             "显存减半”这句话，对这笔账只说对了一半。"},
    .what_fits_7b =
        {.prompt = "{size} 参数，用 AdamW，在 {gpu} 的 GPU 上训练。单独用哪一种手段放得下？",
         .choices = {"批次减半", "梯度累积", "激活检查点", "ZeRO-3，用多块 GPU"},
         .explanation =
             "切分：{gpus} 块 GPU，每块的状态是 {sharding}。梯度累积之后还是 "
             "{accumulation}，检查点之后还是 {checkpointing}，和原来的 {states} "
             "一样：两者动的是激活，"
             "而光是状态就超过 {gpu}。换成带动量的 SGD 也还有 {optimizer}。先问哪一项太大，再问哪种"
             "手段动得了它。"},
};

}  // namespace tally::zh
