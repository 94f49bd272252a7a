#pragma once

#include "lecture/strings/timeline.h"

namespace tally::zh {

inline constexpr TimelineStrings timeline{
    .events_axis = "事件序号",
    .saved = "{category}（为反向保存）",
    .in_flight = "{category}（用完即释放）",
    .peak = "峰值 {bytes}",
    .thinned = "时间线从 {events} 个事件中取了 {samples} 个时刻；峰值所在的时刻一定在内。",
};

}  // namespace tally::zh
