import { AgentFault } from '../../../voice/agent-adapter.js';
import { providerFault } from '../../../providers/index.js';
import { CALLER_RATE_HZ, type EngineReply, type EngineRequest } from './engine-protocol.js';

/** Understanding of one stretch of speech, going on while it is spoken. */
export interface Utterance {
  /** Takes mono samples at 16 kHz; they are copied. Does nothing once the utterance failed; `end` tells of it. */
  feed(samples: Int16Array): void;
  /** All was fed: what was heard? @throws AgentFault */
  end(): Promise<string>;
  /** Nobody wants to know any more. Idempotent. */
  cancel(): void;
}

interface OpenUtterance {
  readonly onWords: (text: string) => void;
  readonly resolve: (text: string) => void;
  readonly reject: (fault: AgentFault) => void;
  bufferedSamples: number;
}

type UtteranceReply = Extract<EngineReply, { readonly utterance: number }>;

/** The utterances that one engine process hears at the moment. */
export class Utterances {
  readonly #send: (request: EngineRequest) => void;
  readonly #maxBufferedSamples: number;
  readonly #open = new Map<number, OpenUtterance>();

  constructor(send: (request: EngineRequest) => void, maxBufferedMs: number) {
    this.#send = send;
    this.#maxBufferedSamples = (maxBufferedMs * CALLER_RATE_HZ) / 1000;
  }

  get size(): number {
    return this.#open.size;
  }

  begin(id: number, onWords: (text: string) => void): Utterance {
    const outcome = new Promise<string>((resolve, reject) => {
      this.#open.set(id, { onWords, resolve, reject, bufferedSamples: 0 });
    });
    // Who cancels or never ends an utterance doesn't wait for its outcome.
    outcome.catch(() => undefined);
    this.#send({ kind: 'begin', utterance: id });
    return {
      feed: (samples) => this.#feed(id, samples),
      end: () => {
        if (this.#open.has(id)) this.#send({ kind: 'end', utterance: id });
        return outcome;
      },
      cancel: () =>
        this.#giveUp(id, new AgentFault(providerFault.lost, 'The utterance was cancelled', false)),
    };
  }

  take(reply: UtteranceReply): void {
    const utterance = this.#open.get(reply.utterance);
    if (!utterance) return;
    if (reply.kind === 'hearing') {
      utterance.bufferedSamples -= reply.samples;
      if (reply.text !== '') utterance.onWords(reply.text);
      return;
    }
    this.#open.delete(reply.utterance);
    if (reply.kind === 'heard') return utterance.resolve(reply.text);
    utterance.reject(new AgentFault(providerFault.error, reply.message, true));
  }

  failAll(fault: AgentFault): void {
    for (const utterance of this.#open.values()) utterance.reject(fault);
    this.#open.clear();
  }

  #feed(id: number, samples: Int16Array): void {
    const utterance = this.#open.get(id);
    if (!utterance) return;
    utterance.bufferedSamples += samples.length;
    if (utterance.bufferedSamples > this.#maxBufferedSamples) {
      const message = 'The speech engine does not keep up with the callers';
      return this.#giveUp(id, new AgentFault(providerFault.refused, message, true));
    }
    this.#send({ kind: 'audio', utterance: id, samples: samples.slice() });
  }

  #giveUp(id: number, fault: AgentFault): void {
    const utterance = this.#open.get(id);
    if (!utterance) return;
    this.#open.delete(id);
    this.#send({ kind: 'cancel', utterance: id });
    utterance.reject(fault);
  }
}
