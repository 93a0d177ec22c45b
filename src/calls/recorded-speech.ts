import type { Clock } from '../common/clock/index.js';
import type { CallRecording } from '../conversations/index.js';
import type { SampleRateHz, SpeechQueue } from '../media/index.js';
import type { ClearedSpeech } from '../voice/index.js';
import type { CallParts } from './call-parts.js';
import { SpeechWrapper } from './speech-wrapper.js';

/** Records the agent's speech. Audio that is cleared before it was sent is cut from the recording, too. */
class RecordedSpeech extends SpeechWrapper {
  constructor(
    speech: SpeechQueue,
    private readonly recording: CallRecording,
    private readonly sampleRateHz: SampleRateHz,
    private readonly clock: Clock,
  ) {
    super(speech);
  }

  override write(samples: Int16Array): void {
    this.recording.agent(samples, this.sampleRateHz, this.clock.monotonicMs());
    super.write(samples);
  }

  override clear(): ClearedSpeech {
    const cleared = super.clear();
    this.recording.agentCleared(cleared.droppedMs);
    return cleared;
  }
}

/** The caller's playout, with its recording. */
export function speechOf({
  media,
  recording,
  clock,
  admission,
}: Pick<CallParts, 'media' | 'recording' | 'clock' | 'admission'>): SpeechQueue {
  const { outputSampleRateHz } = admission.adapter.capabilities;
  return recording ? new RecordedSpeech(media.speech, recording, outputSampleRateHz, clock) : media.speech;
}
