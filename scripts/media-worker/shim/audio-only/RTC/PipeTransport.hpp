// In place of mediasoup's own: our calls come over WebRTC, and leave by direct transports.
#ifndef MS_RTC_PIPE_TRANSPORT_HPP
#define MS_RTC_PIPE_TRANSPORT_HPP

#include "FBS/pipeTransport.h"
#include "RTC/DirectTransport.hpp"
#include "RTC/LeftOut.hpp"

namespace RTC
{
	class PipeTransport final : public DirectTransport
	{
	public:
		PipeTransport(
		  SharedInterface*,
		  const std::string& id,
		  RTC::Transport::Listener* listener,
		  const FBS::PipeTransport::PipeTransportOptions*)
		  : DirectTransport(LeftOut<SharedInterface*>(), id, listener, nullptr)
		{
		}
		flatbuffers::Offset<FBS::PipeTransport::DumpResponse> FillBuffer(flatbuffers::FlatBufferBuilder&) const
		{
			return 0;
		}
	};
} // namespace RTC

#endif
