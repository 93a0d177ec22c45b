// Refuses what a worker for audio alone does not have, where mediasoup's own would make it.
#ifndef MS_RTC_LEFT_OUT_HPP
#define MS_RTC_LEFT_OUT_HPP

#include "MediaSoupErrors.hpp"

namespace RTC
{
	/** Stands for the first argument of what is not made. Always throws, so the channel answers with an error. */
	template<typename T>
	[[noreturn]] T LeftOut()
	{
		throw MediaSoupError("this worker was built for audio alone, without video, plain and pipe transports");
	}
} // namespace RTC

#endif
