import { AgentFault } from '../../voice/agent-adapter.js';
import { providerFault } from '../../providers/index.js';
import {
  CALLER_RATE_HZ,
  type EngineTypes,
  type UtteranceReply,
  type WorkerRequest,
} from './worker-protocol.js';

/** More unprocessed audio of an utterance (or half of the maximum, if that is less) delays the conversation. */
const LATE_MS = 1_000;
/** With fewer utterances at once, the load of callers is not the cause. */
const FEWEST = 4;

/** The transcription of one utterance, during speech. */
export interface Utterance<H> {
  /** Takes mono samples at 16 kHz, which are copied. Ignored after a failure, which `end` reports. */
  feed(samples: Int16Array): void;
  /** Ends the input and returns the result. @throws AgentFault if the engine failed or can't keep up. */
  end(): Promise<H>;
  /** The result is no longer needed. Idempotent. */
  cancel(): void;
}

interface OpenUtterance<E extends EngineTypes> {
  readonly onWords: (words: E['words']) => void;
  readonly resolve: (heard: E['heard']) => void;
  readonly reject: (fault: AgentFault) => void;
  bufferedSamples: number;
}

/** The current utterances of one worker. */
export class Utterances<E extends EngineTypes> {
  private readonly maxBufferedSamples: number;
  private readonly lateSamples: number;
  private readonly open = new Map<number, OpenUtterance<E>>();
  private lateAtMs = -Infinity;

  /** @param maxBufferedMs Maximum unprocessed audio of one utterance. */
  constructor(
    private readonly send: (request: WorkerRequest<E>) => void,
    maxBufferedMs: number,
  ) {
    this.maxBufferedSamples = (maxBufferedMs * CALLER_RATE_HZ) / 1000;
    this.lateSamples = (Math.min(LATE_MS, maxBufferedMs / 2) * CALLER_RATE_HZ) / 1000;
  }

  get size(): number {
    return this.open.size;
  }

  /** Monotonic time at which the engine was last too slow. */
  get lastLateMs(): number {
    return this.lateAtMs;
  }

  begin(id: number, how: E['utterance'], onWords: (words: E['words']) => void): Utterance<E['heard']> {
    const outcome = new Promise<E['heard']>((resolve, reject) => {
      this.open.set(id, { onWords, resolve, reject, bufferedSamples: 0 });
    });
    // Cancelled and abandoned utterances are never awaited: avoid an unhandled rejection.
    outcome.catch(() => undefined);
    this.send({ kind: 'begin', utterance: id, how });
    return {
      feed: (samples) => this.feed(id, samples),
      end: () => {
        if (this.open.has(id)) this.send({ kind: 'end', utterance: id });
        return outcome;
      },
      cancel: () => this.giveUp(id, new AgentFault(providerFault.lost, 'The utterance was cancelled', false)),
    };
  }

  take(reply: UtteranceReply<E>): void {
    const utterance = this.open.get(reply.utterance);
    if (!utterance) return;
    if (reply.kind === 'hearing') {
      utterance.bufferedSamples -= reply.samples;
      return utterance.onWords(reply.words);
    }
    this.open.delete(reply.utterance);
    if (reply.kind === 'heard') return utterance.resolve(reply.heard);
    utterance.reject(new AgentFault(providerFault.error, reply.message, true));
  }

  failAll(fault: AgentFault): void {
    for (const utterance of this.open.values()) utterance.reject(fault);
    this.open.clear();
  }

  private feed(id: number, samples: Int16Array): void {
    const utterance = this.open.get(id);
    if (!utterance) return;
    utterance.bufferedSamples += samples.length;
    if (utterance.bufferedSamples > this.lateSamples && this.open.size >= FEWEST)
      this.lateAtMs = performance.now();
    if (utterance.bufferedSamples > this.maxBufferedSamples) {
      const message = 'The speech engine does not keep up with the callers';
      return this.giveUp(id, new AgentFault(providerFault.refused, message, true));
    }
    this.send({ kind: 'audio', utterance: id, samples: samples.slice() });
  }

  private giveUp(id: number, fault: AgentFault): void {
    const utterance = this.open.get(id);
    if (!utterance) return;
    this.open.delete(id);
    this.send({ kind: 'cancel', utterance: id });
    utterance.reject(fault);
  }
}
