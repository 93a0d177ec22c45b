#ifndef MS_RTC_PIPE_PRODUCER_STREAM_MANAGER_HPP
#define MS_RTC_PIPE_PRODUCER_STREAM_MANAGER_HPP

#include "RTC/LayeredProducerStreamManager.hpp"

namespace RTC
{
	using PipeProducerStreamManager = LayeredProducerStreamManager;
} // namespace RTC

#endif
