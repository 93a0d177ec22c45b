// In place of mediasoup's own: which frames of a video need which others. No packet of audio has one.
#ifndef MS_RTC_RTP_CODECS_DEPENDENCY_DESCRIPTOR_HPP
#define MS_RTC_RTP_CODECS_DEPENDENCY_DESCRIPTOR_HPP

#include "common.hpp"
#include "Utils.hpp"
#include <ankerl/unordered_dense.h>

namespace RTC
{
	namespace RTP
	{
		namespace Codecs
		{
			struct DependencyDescriptor
			{
				class Listener
				{
				public:
					virtual ~Listener() = default;

				public:
					virtual void OnDependencyDescriptorUpdated(const uint8_t* data, size_t len) = 0;
				};

				struct TemplateDependencyStructure
				{
				};

				static DependencyDescriptor* Parse(
				  const uint8_t*, size_t, Listener*, std::unique_ptr<TemplateDependencyStructure>&)
				{
					return nullptr;
				}
			};
		} // namespace Codecs
	} // namespace RTP
} // namespace RTC

#endif
