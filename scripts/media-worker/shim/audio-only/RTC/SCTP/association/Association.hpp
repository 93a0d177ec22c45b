// In place of mediasoup's own: a worker for audio alone has no data channels, and says so to whom asks for one.
// mediasoup makes associations nowhere else than where a transport is made with SCTP enabled.
#ifndef MS_RTC_SCTP_ASSOCIATION_HPP
#define MS_RTC_SCTP_ASSOCIATION_HPP

#include "MediaSoupErrors.hpp"
#include "RTC/SCTP/public/AssociationInterface.hpp"
#include "RTC/SCTP/public/AssociationListenerInterface.hpp"
#include "SharedInterface.hpp"

namespace RTC
{
	namespace SCTP
	{
		class Association final : public AssociationInterface
		{
		public:
			Association(const SctpOptions&, AssociationListenerInterface*, SharedInterface*, bool, bool)
			{
				throw MediaSoupError("this worker was built for audio alone, without SCTP");
			}

			// Nobody gets an association to call them on.
			void Dump(int) const override
			{
			}
			flatbuffers::Offset<FBS::SctpParameters::SctpParameters> FillBuffer(
			  flatbuffers::FlatBufferBuilder&) const override
			{
				return 0;
			}
			Types::AssociationState GetAssociationState() const override
			{
				return Types::AssociationState::CLOSED;
			}
			void MayConnect() override
			{
			}
			void Connect() override
			{
			}
			void Shutdown() override
			{
			}
			void Close() override
			{
			}
			std::optional<AssociationMetrics> MakeMetrics() const override
			{
				return std::nullopt;
			}
			uint16_t GetStreamPriority(uint16_t) const override
			{
				return 0;
			}
			void SetStreamPriority(uint16_t, uint16_t) override
			{
			}
			void SetMaxSendMessageSize(size_t) override
			{
			}
			size_t GetTotalBufferedAmount() const override
			{
				return 0;
			}
			size_t GetStreamBufferedAmount(uint16_t) const override
			{
				return 0;
			}
			size_t GetStreamBufferedAmountLowThreshold(uint16_t) const override
			{
				return 0;
			}
			void SetStreamBufferedAmountLowThreshold(uint16_t, size_t) override
			{
			}
			Types::ResetStreamsStatus ResetStreams(std::span<const uint16_t>) override
			{
				return Types::ResetStreamsStatus::NOT_CONNECTED;
			}
			Types::SendMessageStatus SendMessage(Message, const SendMessageOptions&) override
			{
				return Types::SendMessageStatus::ERROR_SHUTTING_DOWN;
			}
			std::vector<Types::SendMessageStatus> SendManyMessages(
			  std::span<Message>, const SendMessageOptions&) override
			{
				return {};
			}
			void ReceiveSctpData(const uint8_t*, size_t, int64_t) override
			{
			}
			uint16_t GetNegotiatedMaxOutboundStreams() const override
			{
				return 0;
			}
			uint16_t GetNegotiatedMaxInboundStreams() const override
			{
				return 0;
			}
			bool IsDataChannel() const override
			{
				return false;
			}
		};
	} // namespace SCTP
} // namespace RTC

#endif
