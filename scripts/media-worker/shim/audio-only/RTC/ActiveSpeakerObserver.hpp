// In place of mediasoup's own: nobody asks who of several speaks.
#ifndef MS_RTC_ACTIVE_SPEAKER_OBSERVER_HPP
#define MS_RTC_ACTIVE_SPEAKER_OBSERVER_HPP

#include "RTC/AudioLevelObserver.hpp"
#include "RTC/LeftOut.hpp"

namespace RTC
{
	class ActiveSpeakerObserver final : public AudioLevelObserver
	{
	public:
		ActiveSpeakerObserver(
		  SharedInterface*,
		  const std::string& id,
		  RTC::RtpObserver::Listener* listener,
		  const FBS::ActiveSpeakerObserver::ActiveSpeakerObserverOptions*)
		  : AudioLevelObserver(LeftOut<SharedInterface*>(), id, listener, nullptr)
		{
		}
	};
} // namespace RTC

#endif
