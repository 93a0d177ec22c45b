import { setTimeout as delay } from 'node:timers/promises';

import { isAborted } from '../../common/abort/index.js';
import { joinedSamples, LeadingSilence, TrailingSilence } from '../../audio/index.js';
import { turnTakingOf } from '../../agent-document/index.js';
import type { AgentContext } from '../../voice/agent-adapter.js';
import { PausableVoice } from '../../voice/speaker/index.js';
import { Cancelled } from '../stages/index.js';
import type { AgentUtterance } from './agent-utterance.js';
import type { AssistantMessage } from './chat-history.js';
import { OwnBackchannel } from './own-backchannel.js';
import type { SentenceSpeaker } from './sentence-speaker.js';
import { goesOnAfter, isWithinSentence } from './sentence-splitter.js';
import { SpeechPace } from './speech-length.js';

/**
 * With the sentence being queued, at most two seconds of speech wait for playout. This limits what a barge-in wastes.
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

interface Sentence {
  readonly utterance: AgentUtterance;
  readonly text: string;
  readonly message: AssistantMessage;
  /** First sentence of its utterance. */
  readonly isFirst: boolean;
  /** Set when its first audio is written. */
  partId: string | undefined;
  /** Samples written so far. */
  samples: number;
}

/** The agent's speech output: speaks the sentences of utterances, and reports the words to the call. */
export class AgentSpeaker {
  readonly voice: PausableVoice;
  readonly pace = new SpeechPace();

  constructor(private readonly options: AgentSpeakerOptions) {
    this.voice = new PausableVoice(options.context.speech, options.outputRateHz);
  }

  /** Short sounds of the agent while it listens. */
  backchannel(): OwnBackchannel {
    const { agent } = this.options.context;
    const { say = '' } = turnTakingOf(agent.turnTaking).backchannel;
    return new OwnBackchannel(this.voice, say === '' ? undefined : () => this.soundOf(say));
  }

  private async soundOf(text: string): Promise<Int16Array> {
    const { signal, agent } = this.options.context;
    const { languageCode, voice } = agent;
    const pieces: Int16Array[] = [];
    const request = { text, languageCode, voiceId: voice?.voiceId, speed: voice?.speed, signal };
    await this.options.sentences.speak(request, (samples) => {
      pieces.push(samples.slice());
      return Promise.resolve();
    });
    return joinedSamples(pieces);
  }

  /**
   * Speaks one sentence once its utterance may be heard. Resolves when its last audio is queued.
   * @throws AgentFault @throws Cancelled
   */
  async speak(utterance: AgentUtterance, text: string, message: AssistantMessage): Promise<void> {
    const { signal } = utterance;
    if (signal.aborted) throw new Cancelled();
    if (utterance.isHushed(message)) return;
    const { context, outputRateHz, sentences } = this.options;
    const { languageCode, voice } = context.agent;
    const isFirst = utterance.partIds.length === 0;
    const sentence: Sentence = { utterance, text, message, isFirst, partId: undefined, samples: 0 };
    // Pieces of one long sentence are joined without a pause.
    const leading =
      isFirst || isWithinSentence(utterance.text) ? new LeadingSilence(outputRateHz) : undefined;
    const trailing = goesOnAfter(text) ? new TrailingSilence(outputRateHz) : undefined;
    await sentences.speak(
      { text, languageCode, voiceId: voice?.voiceId, speed: voice?.speed, signal },
      (samples) => {
        const begun = leading?.take(samples) ?? samples;
        return this.inPieces(sentence, trailing?.take(begun) ?? begun);
      },
    );
    if (isAborted(signal)) return;
    if (leading) this.write(sentence, leading.finish());
    if (trailing) this.write(sentence, trailing.finish());
    if (sentence.partId === undefined || utterance.isHushed(message)) return;
    utterance.complete(sentence.partId);
    this.pace.finished(text, (sentence.samples * 1_000) / outputRateHz);
  }

  /** Writes at playout speed. */
  private async inPieces(sentence: Sentence, samples: Int16Array): Promise<void> {
    const { signal, released } = sentence.utterance;
    await released;
    const pieceSamples = (this.options.outputRateHz * PIECE_MS) / 1_000;
    for (let at = 0; at < samples.length && !isAborted(signal); at += pieceSamples) {
      this.write(sentence, samples.subarray(at, at + pieceSamples));
      while (this.voice.queuedMs > AHEAD_MS && !isAborted(signal)) await delay(LOOK_AGAIN_MS);
    }
  }

  private write(sentence: Sentence, samples: Int16Array): void {
    if (samples.length === 0 || sentence.utterance.isHushed(sentence.message)) return;
    sentence.samples += samples.length;
    if (sentence.partId === undefined) this.begin(sentence, samples);
    else this.voice.write(sentence.partId, samples);
  }

  private begin(sentence: Sentence, samples: Int16Array): void {
    const { utterance, text, message, isFirst } = sentence;
    const { emit } = this.options.context;
    const { turnId, latency } = utterance;
    const partId = utterance.begin(text, message);
    sentence.partId = partId;
    emit({ kind: 'transcript', speaker: 'agent', turnId, text: utterance.text, final: false });
    if (!isFirst) return this.voice.write(partId, samples);
    latency?.reach('firstAudioMs');
    this.voice.write(partId, samples, () => {
      if (!latency) return;
      latency.reach('heardMs');
      emit({ kind: 'turn-latency', turnId, latency: latency.known });
    });
    this.options.started(utterance);
  }
}
