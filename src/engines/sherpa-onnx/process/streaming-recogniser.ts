import type { OnlineRecognizer, OnlineStream } from 'sherpa-onnx-node';

import type { Recogniser, Reply } from '../../workers/serve-engine.js';
import { CALLER_RATE_HZ } from '../../workers/worker-protocol.js';
import { toFloats } from './samples.js';
import type { SherpaEngineTypes } from './sherpa-engine-types.js';
import { StreamGarbage } from './stream-garbage.js';

/** Silence after the last sample, so that a model that looks ahead gets to it. */
const TAIL = new Float32Array(0.4 * CALLER_RATE_HZ);

interface Utterance {
  readonly id: number;
  readonly stream: OnlineStream;
  /** Samples taken since the words were told. */
  untoldSamples: number;
  ended: boolean;
}

/**
 * Hears many utterances at once with one model: new audio of all of them is decoded together, and between two rounds
 * new audio is taken, so that no utterance waits for the end of another.
 */
export class StreamingRecogniser implements Recogniser<SherpaEngineTypes> {
  private readonly recogniser: OnlineRecognizer;
  private readonly reply: Reply<SherpaEngineTypes>;
  private readonly utterances = new Map<number, Utterance>();
  private readonly garbage = new StreamGarbage();
  private scheduled = false;

  constructor(recogniser: OnlineRecognizer, reply: Reply<SherpaEngineTypes>) {
    this.recogniser = recogniser;
    this.reply = reply;
  }

  begin(id: number): void {
    const stream = this.recogniser.createStream();
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
    const ready = waiting.filter(({ stream }) => this.recogniser.isReady(stream));
    if (ready.length > 0) this.recogniser.decodeStreams(ready.map(({ stream }) => stream));
    const more = new Set(ready.filter(({ stream }) => this.recogniser.isReady(stream)));
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
    return this.recogniser.getResult(stream).text.trim();
  }
}
