import { setTimeout as delay } from 'node:timers/promises';

import { LeadingSilence } from '../../common/audio/index.js';
import type { AgentContext } from '../../voice/agent-adapter.js';
import { PausableVoice } from '../../voice/speaker/index.js';
import { Cancelled } from '../stages/index.js';
import type { AgentUtterance } from './agent-utterance.js';
import type { AssistantMessage } from './chat-history.js';
import type { ReplyLatency } from './reply-latency.js';
import type { SentenceSpeaker } from './sentence-speaker.js';
import { SpeechPace } from './speech-pace.js';

/**
 * Speech that waits to be heard is at most what these make together: two seconds, of which an interruption wastes no
 * more.
 */
const AHEAD_MS = 1_500;
const PIECE_MS = 500;

const LOOK_AGAIN_MS = 50;

export interface AgentSpeakerOptions {
  readonly context: AgentContext;
  readonly sentences: SentenceSpeaker;
  readonly outputRateHz: number;
  /** The first audio of an utterance is queued. */
  started(utterance: AgentUtterance): void;
}

/** The agent's speech output: speaks the sentences of utterances, and tells the call what is said. */
export class AgentSpeaker {
  readonly voice: PausableVoice;
  readonly pace = new SpeechPace();
  readonly #options: AgentSpeakerOptions;

  constructor(options: AgentSpeakerOptions) {
    this.#options = options;
    this.voice = new PausableVoice(options.context.speech, options.outputRateHz);
  }

  /** Speaks one sentence; resolves when the last of its audio is queued. @throws AgentFault @throws Cancelled */
  async speak(
    utterance: AgentUtterance,
    text: string,
    message: AssistantMessage,
    latency?: ReplyLatency,
  ): Promise<void> {
    const { agent, emit } = this.#options.context;
    if (utterance.signal.aborted) throw new Cancelled();
    const first = utterance.partIds.length === 0;
    const leadingSilence = first ? new LeadingSilence(this.#options.outputRateHz) : undefined;
    let partId: string | undefined;
    let writtenSamples = 0;
    const write = (samples: Int16Array) => {
      if (samples.length === 0) return;
      writtenSamples += samples.length;
      if (partId === undefined) {
        partId = utterance.begin(text, message);
        emit({
          kind: 'transcript',
          speaker: 'agent',
          turnId: utterance.turnId,
          text: utterance.text,
          final: false,
        });
        if (first) return this.#begin(utterance, partId, samples, latency);
      }
      this.voice.write(partId, samples);
    };
    await this.#options.sentences.speak(
      {
        text,
        languageCode: agent.languageCode,
        voiceId: agent.voice?.voiceId,
        speed: agent.voice?.speed,
        signal: utterance.signal,
      },
      (samples) => this.#inPieces(leadingSilence?.take(samples) ?? samples, utterance.signal, write),
    );
    if (utterance.signal.aborted) return;
    if (leadingSilence) write(leadingSilence.finish());
    if (partId === undefined) return;
    utterance.complete(partId);
    this.pace.finished(text, (writtenSamples * 1_000) / this.#options.outputRateHz);
  }

  /** Writes as fast as it is heard. */
  async #inPieces(
    samples: Int16Array,
    signal: AbortSignal,
    write: (piece: Int16Array) => void,
  ): Promise<void> {
    const pieceSamples = (this.#options.outputRateHz * PIECE_MS) / 1_000;
    for (let at = 0; at < samples.length && !signal.aborted; at += pieceSamples) {
      write(samples.subarray(at, at + pieceSamples));
      while (this.voice.queuedMs > AHEAD_MS && !signal.aborted) await delay(LOOK_AGAIN_MS);
    }
  }

  #begin(
    utterance: AgentUtterance,
    partId: string,
    samples: Int16Array,
    latency: ReplyLatency | undefined,
  ): void {
    latency?.reach('firstAudioMs');
    this.voice.write(partId, samples, () => {
      if (!latency) return;
      latency.reach('heardMs');
      const { turnId } = utterance;
      this.#options.context.emit({ kind: 'turn-latency', turnId, latency: latency.known });
    });
    this.#options.started(utterance);
  }
}
