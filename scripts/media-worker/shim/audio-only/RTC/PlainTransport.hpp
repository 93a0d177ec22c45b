// In place of mediasoup's own: our calls come over WebRTC, and leave by direct transports.
#ifndef MS_RTC_PLAIN_TRANSPORT_HPP
#define MS_RTC_PLAIN_TRANSPORT_HPP

#include "FBS/plainTransport.h"
#include "RTC/DirectTransport.hpp"
#include "RTC/LeftOut.hpp"

namespace RTC
{
	class PlainTransport final : public DirectTransport
	{
	public:
		PlainTransport(
		  SharedInterface*,
		  const std::string& id,
		  RTC::Transport::Listener* listener,
		  const FBS::PlainTransport::PlainTransportOptions*)
		  : DirectTransport(LeftOut<SharedInterface*>(), id, listener, nullptr)
		{
		}
		flatbuffers::Offset<FBS::PlainTransport::DumpResponse> FillBuffer(flatbuffers::FlatBufferBuilder&) const
		{
			return 0;
		}
	};
} // namespace RTC

#endif
