#ifndef MS_RTC_SIMULCAST_PRODUCER_STREAM_MANAGER_HPP
#define MS_RTC_SIMULCAST_PRODUCER_STREAM_MANAGER_HPP

#include "RTC/LayeredProducerStreamManager.hpp"

namespace RTC
{
	using SimulcastProducerStreamManager = LayeredProducerStreamManager;
} // namespace RTC

#endif
