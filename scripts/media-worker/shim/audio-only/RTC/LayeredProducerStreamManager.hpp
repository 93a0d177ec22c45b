// Stands in for those of mediasoup's stream managers that choose between layers or streams: audio has one of each.
#ifndef MS_RTC_LAYERED_PRODUCER_STREAM_MANAGER_HPP
#define MS_RTC_LAYERED_PRODUCER_STREAM_MANAGER_HPP

#include "RTC/LeftOut.hpp"
#include "RTC/SimpleProducerStreamManager.hpp"

namespace RTC
{
	class LayeredProducerStreamManager final : public SimpleProducerStreamManager
	{
	public:
		LayeredProducerStreamManager(
		  const std::vector<RTC::RtpEncodingParameters>& encodings,
		  const RTC::ConsumerTypes::VideoLayers& layers,
		  std::unique_ptr<RTC::RTP::Codecs::EncodingContext> context,
		  RTC::Media::Kind kind,
		  bool keyFrameSupported,
		  Listener*,
		  SharedInterface* shared)
		  : SimpleProducerStreamManager(
		      encodings, layers, std::move(context), kind, keyFrameSupported, LeftOut<Listener*>(), shared)
		{
		}
	};
} // namespace RTC

#endif
