import type { OnlineRecognizer, OnlineStream } from 'sherpa-onnx-node';
import type { Recognizer, Reply } from '../../workers/serve-engine.js';
import { CALLER_RATE_HZ } from '../../workers/worker-protocol.js';
import type { SherpaEngineTypes } from './sherpa-engine-types.js';
import { StreamGarbage } from './stream-garbage.js';

/** Silence after the last sample, for models with look-ahead. */
const TAIL = new Float32Array(0.4 * CALLER_RATE_HZ);

interface Utterance {
  readonly id: number;
  readonly stream: OnlineStream;
  /** Samples since the last words were reported. */
  untoldSamples: number;
  ended: boolean;
}

/**
 * Transcribes many utterances at once with one model. It decodes new audio of all utterances in batches and accepts
 * audio between batches, so that utterances do not wait for each other.
 */
export class StreamingRecognizer implements Recognizer<SherpaEngineTypes> {
  private readonly recognizer: OnlineRecognizer;
  private readonly reply: Reply<SherpaEngineTypes>;
  private readonly utterances = new Map<number, Utterance>();
  private readonly garbage = new StreamGarbage();
  private scheduled = false;

  constructor(recognizer: OnlineRecognizer, reply: Reply<SherpaEngineTypes>) {
    this.recognizer = recognizer;
    this.reply = reply;
  }

  begin(id: number): void {
    const stream = this.recognizer.createStream();
    this.utterances.set(id, { id, stream, untoldSamples: 0, ended: false });
  }

  hear(id: number, samples: Int16Array): void {
    const utterance = this.utterances.get(id);
    if (!utterance) return;
    utterance.stream.acceptWaveform({ samples: toFloats(samples), sampleRate: CALLER_RATE_HZ });
    utterance.untoldSamples += samples.length;
    this.schedule();
  }

  end(id: number): void {
    const utterance = this.utterances.get(id);
    if (!utterance) return;
    utterance.stream.acceptWaveform({ samples: TAIL, sampleRate: CALLER_RATE_HZ });
    utterance.stream.inputFinished();
    utterance.ended = true;
    this.schedule();
  }

  cancel(id: number): void {
    if (this.utterances.delete(id)) this.garbage.add();
  }

  private schedule(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    setImmediate(() => {
      this.scheduled = false;
      this.decode();
    });
  }

  private decode(): void {
    const waiting = [...this.utterances.values()];
    const ready = waiting.filter(({ stream }) => this.recognizer.isReady(stream));
    if (ready.length > 0) this.recognizer.decodeStreams(ready.map(({ stream }) => stream));
    const more = new Set(ready.filter(({ stream }) => this.recognizer.isReady(stream)));
    for (const utterance of waiting) this.tell(utterance, more.has(utterance));
    if (more.size > 0) this.schedule();
  }

  private tell(utterance: Utterance, goesOn: boolean): void {
    const { id, stream, untoldSamples, ended } = utterance;
    if (ended && !goesOn) {
      this.utterances.delete(id);
      this.garbage.add();
      this.reply({ kind: 'heard', utterance: id, heard: this.textOf(stream) });
    } else if (untoldSamples > 0 && !goesOn) {
      utterance.untoldSamples = 0;
      this.reply({ kind: 'hearing', utterance: id, samples: untoldSamples, words: this.textOf(stream) });
    }
  }

  private textOf(stream: OnlineStream): string {
    return this.recognizer.getResult(stream).text.trim();
  }
}

const FULL_SCALE = 32_768;

/** Converts 16-bit samples to the engines' range of -1 to 1. */
export function toFloats(samples: Int16Array): Float32Array {
  return Float32Array.from(samples, (sample) => sample / FULL_SCALE);
}

/** Converts an engine's output to 16-bit samples, clipped at full scale. */
export function toSamples(floats: Float32Array): Int16Array {
  return Int16Array.from(floats, (value) =>
    Math.max(-FULL_SCALE, Math.min(FULL_SCALE - 1, Math.round(value * FULL_SCALE))),
  );
}
