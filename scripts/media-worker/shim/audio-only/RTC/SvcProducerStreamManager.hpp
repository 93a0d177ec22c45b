#ifndef MS_RTC_SVC_PRODUCER_STREAM_MANAGER_HPP
#define MS_RTC_SVC_PRODUCER_STREAM_MANAGER_HPP

#include "RTC/LayeredProducerStreamManager.hpp"

namespace RTC
{
	using SvcProducerStreamManager = LayeredProducerStreamManager;
} // namespace RTC

#endif
