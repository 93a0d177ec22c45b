import type { Clock } from '../common/clock/index.js';
import type { CallRecording } from '../conversations/index.js';
import type { MediaSession, SampleRateHz, SpeechQueue } from '../media/index.js';
import type { ClearedSpeech } from '../voice/index.js';
import type { Admission } from '../call-admission/index.js';
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

interface SpeechParts {
  readonly media: Pick<MediaSession, 'speech'>;
  /** Absent when recording is off. */
  readonly recording: CallRecording | undefined;
  readonly clock: Clock;
  readonly admission: Pick<Admission, 'adapter'>;
}

/** The caller's playout, with its recording. */
export function speechOf({ media, recording, clock, admission }: SpeechParts): SpeechQueue {
  const { outputSampleRateHz } = admission.adapter.capabilities;
  return recording ? new RecordedSpeech(media.speech, recording, outputSampleRateHz, clock) : media.speech;
}
