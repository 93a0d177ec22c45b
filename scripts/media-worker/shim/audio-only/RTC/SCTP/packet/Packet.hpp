// In place of mediasoup's own, for a worker without SCTP: nothing that comes in is taken for a packet of it.
#ifndef MS_RTC_SCTP_PACKET_HPP
#define MS_RTC_SCTP_PACKET_HPP

#include "common.hpp"

namespace RTC
{
	namespace SCTP
	{
		class Packet
		{
		public:
			static bool IsSctp(const uint8_t* /*buffer*/, size_t /*bufferLength*/)
			{
				return false;
			}
		};
	} // namespace SCTP
} // namespace RTC

#endif
