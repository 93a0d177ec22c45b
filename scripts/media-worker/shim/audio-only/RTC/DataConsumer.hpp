// In place of mediasoup's own: without SCTP there is no data to consume, and there are no such objects.
#ifndef MS_RTC_DATA_CONSUMER_HPP
#define MS_RTC_DATA_CONSUMER_HPP

#include "common.hpp"
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
	class DataConsumer : public Channel::ChannelSocket::RequestHandler
	{
	protected:
		using onQueuedCallback = const std::function<void(bool queued, bool sctpSendBufferFull)>;

	public:
		class Listener
		{
		public:
			virtual ~Listener() = default;

		public:
			virtual void OnDataConsumerSendMessage(
			  RTC::DataConsumer* dataConsumer, RTC::SCTP::Message message, onQueuedCallback* cb) = 0;
			virtual void OnDataConsumerNeedBufferedAmount(
			  const RTC::DataConsumer* dataConsumer, uint32_t& bufferedAmount) const = 0;
			virtual void OnDataConsumerNeedBufferedAmountLowThreshold(
			  const RTC::DataConsumer* dataConsumer, uint32_t& bufferedAmountLowThreshold) const = 0;
			virtual void OnDataConsumerSetBufferedAmountLowThreshold(
			  const RTC::DataConsumer* dataConsumer, uint32_t bytes) const                 = 0;
			virtual void OnDataConsumerDataProducerClosed(RTC::DataConsumer* dataConsumer) = 0;
		};

	public:
		enum class Type : uint8_t
		{
			SCTP = 0,
			DIRECT
		};

	public:
		DataConsumer(
		  SharedInterface*,
		  const std::string&,
		  const std::string&,
		  RTC::DataConsumer::Listener*,
		  const FBS::Transport::ConsumeDataRequest*,
		  size_t,
		  bool)
		{
			LeftOut<int>();
		}

	public:
		flatbuffers::Offset<FBS::DataConsumer::DumpResponse> FillBuffer(flatbuffers::FlatBufferBuilder&) const
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
		bool IsActive() const
		{
			return false;
		}
		void DataProducerPaused()
		{
		}
		void DataProducerResumed()
		{
		}
		void SctpAssociationClosed()
		{
		}
		void SctpBufferedAmountLow(uint32_t) const
		{
		}
		void SctpSendBufferFull() const
		{
		}
		void DataProducerClosed()
		{
		}
		bool VerifySubchannels(
		  const std::vector<uint16_t>&, std::optional<uint16_t>, std::optional<uint16_t>) const
		{
			return false;
		}
		bool SendMessage(
		  RTC::SCTP::Message,
		  std::vector<uint16_t>&,
		  std::optional<uint16_t>,
		  std::optional<uint16_t>,
		  const onQueuedCallback* = nullptr)
		{
			return false;
		}
		void HandleRequest(Channel::ChannelRequest*) override
		{
		}

	public:
		std::string id;
		std::string dataProducerId;

	private:
		RTC::SctpStreamParameters sctpStreamParameters;
	};
} // namespace RTC

#endif
