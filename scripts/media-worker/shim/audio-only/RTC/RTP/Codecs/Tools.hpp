// In place of mediasoup's own, which looks into the packets of four video codecs as well.
#ifndef MS_RTC_RTP_CODECS_TOOLS_HPP
#define MS_RTC_RTP_CODECS_TOOLS_HPP

#include "RTC/RTP/Codecs/DependencyDescriptor.hpp"
#include "RTC/RTP/Codecs/Opus.hpp"
#include "RTC/RTP/Codecs/PayloadDescriptorHandler.hpp"
#include "RTC/RTP/Packet.hpp"
#include "RTC/RtpDictionaries.hpp"

namespace RTC
{
	namespace RTP
	{
		namespace Codecs
		{
			class Tools
			{
			private:
				static bool IsOpus(const RTC::RtpCodecMimeType& mimeType)
				{
					return mimeType.type == RTC::RtpCodecMimeType::Type::AUDIO &&
					       (mimeType.subtype == RTC::RtpCodecMimeType::Subtype::OPUS ||
					        mimeType.subtype == RTC::RtpCodecMimeType::Subtype::MULTIOPUS);
				}

			public:
				static bool CanBeKeyFrame(const RTC::RtpCodecMimeType&)
				{
					return false;
				}
				static void ProcessRtpPacket(
				  RTP::Packet* packet,
				  const RTC::RtpCodecMimeType& mimeType,
				  std::unique_ptr<Codecs::DependencyDescriptor::TemplateDependencyStructure>&)
				{
					if (IsOpus(mimeType))
					{
						Codecs::Opus::ProcessRtpPacket(packet);
					}
				}
				/** Layers are for video. */
				static bool IsValidTypeForCodec(RTC::RtpParameters::Type type, const RTC::RtpCodecMimeType&)
				{
					return type != RTC::RtpParameters::Type::SIMULCAST && type != RTC::RtpParameters::Type::SVC;
				}
				static EncodingContext* GetEncodingContext(
				  const RTC::RtpCodecMimeType& mimeType, Codecs::EncodingContext::Params& params)
				{
					return IsOpus(mimeType) ? new Codecs::Opus::EncodingContext(params) : nullptr;
				}
			};
		} // namespace Codecs
	} // namespace RTP
} // namespace RTC

#endif
