import type { Clock } from '../common/clock/index.js';
import type { CallRecording } from '../conversations/index.js';
import type { SampleRateHz, SpeechQueue } from '../media/index.js';
import type { CallParts } from './call-parts.js';

/** The agent's mouth with a recorder beside it: what is cut off before it was sent is cut from the recording too. */
class RecordedSpeech implements SpeechQueue {
  constructor(
    private readonly speech: SpeechQueue,
    private readonly recording: CallRecording,
    private readonly sampleRateHz: SampleRateHz,
    private readonly clock: Clock,
  ) {}

  get queuedMs(): number {
    return this.speech.queuedMs;
  }

  write(samples: Int16Array): void {
    this.recording.agent(samples, this.sampleRateHz, this.clock.monotonicMs());
    this.speech.write(samples);
  }

  mark(reached: () => void): void {
    this.speech.mark(reached);
  }

  setGain(gain: number): void {
    this.speech.setGain(gain);
  }

  levelAgo(agoMs: number): number {
    return this.speech.levelAgo(agoMs);
  }

  clear(): { readonly sentMs: number; readonly droppedMs: number } {
    const cleared = this.speech.clear();
    this.recording.agentCleared(cleared.droppedMs);
    return cleared;
  }
}

/** What the caller of a call hears, and its recording has. */
export function speechOf({
  media,
  recording,
  clock,
  admission,
}: Pick<CallParts, 'media' | 'recording' | 'clock' | 'admission'>): SpeechQueue {
  const { outputSampleRateHz } = admission.adapter.capabilities;
  return recording ? new RecordedSpeech(media.speech, recording, outputSampleRateHz, clock) : media.speech;
}
