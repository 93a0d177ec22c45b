// In place of mediasoup's own: without SCTP nobody produces data, and there are no such objects.
#ifndef MS_RTC_DATA_PRODUCER_HPP
#define MS_RTC_DATA_PRODUCER_HPP

#include "common.hpp"
#include "Channel/ChannelNotification.hpp"
#include "Channel/ChannelRequest.hpp"
#include "Channel/ChannelSocket.hpp"
#include "RTC/LeftOut.hpp"
#include "RTC/SCTP/public/Message.hpp"
#include "RTC/SctpDictionaries.hpp"
#include "SharedInterface.hpp"
#include <string>
#include <vector>

namespace RTC
{
	class DataProducer : public Channel::ChannelSocket::RequestHandler
	{
	public:
		class Listener
		{
		public:
			virtual ~Listener() = default;

		public:
			virtual void OnDataProducerReceiveData(RTC::DataProducer* producer, size_t len) = 0;
			virtual void OnDataProducerMessageReceived(
			  RTC::DataProducer* dataProducer,
			  RTC::SCTP::Message message,
			  std::vector<uint16_t>& subchannels,
			  std::optional<uint16_t> requiredSubchannel,
			  std::optional<uint16_t> ignoredSubchannel)                        = 0;
			virtual void OnDataProducerPaused(RTC::DataProducer* dataProducer)  = 0;
			virtual void OnDataProducerResumed(RTC::DataProducer* dataProducer) = 0;
		};

	public:
		enum class Type : uint8_t
		{
			SCTP = 0,
			DIRECT
		};

	public:
		DataProducer(
		  SharedInterface*,
		  const std::string&,
		  size_t,
		  RTC::DataProducer::Listener*,
		  const FBS::Transport::ProduceDataRequest*)
		{
			LeftOut<int>();
		}

	public:
		flatbuffers::Offset<FBS::DataProducer::DumpResponse> FillBuffer(flatbuffers::FlatBufferBuilder&) const
		{
			return 0;
		}
		Type GetType() const
		{
			return Type::DIRECT;
		}
		const RTC::SctpStreamParameters& GetSctpStreamParameters() const
		{
			return this->sctpStreamParameters;
		}
		bool IsPaused() const
		{
			return true;
		}
		void ReceiveMessage(
		  RTC::SCTP::Message,
		  std::vector<uint16_t>&,
		  std::optional<uint16_t>,
		  std::optional<uint16_t>)
		{
		}
		void HandleRequest(Channel::ChannelRequest*) override
		{
		}

	public:
		std::string id;

	private:
		RTC::SctpStreamParameters sctpStreamParameters;
	};
} // namespace RTC

#endif
