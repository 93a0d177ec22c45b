import { setImmediate as later } from 'node:timers/promises';
import type { AgentDocument } from '../../src/agent-document/index.js';
import { kindOfTurn, wordsHeard } from '../../src/pipeline/conversation/words-heard.js';
import { IntentModel } from '../../src/pipeline/llm/intents/intent-model.js';
import {
  type Expectations,
  joinTranscripts,
  type Transcript,
  type Transcription,
} from '../../src/pipeline/stages/index.js';
import type { StarterEngines } from '../../src/pipeline/starter/index.js';
import { type LocalEars, LocalTranscription } from '../../src/pipeline/stt/local-transcription.js';
import { RESTS_AFTER_MS } from '../../src/pipeline/starter-conversation.js';
import type { CallerVoiceEvent } from '../../src/voice/caller/index.js';
import { meaningOf, NOTHING_SAID } from '../../src/voice/turns/index.js';
import { durationMs } from '../dialogues/sounds.js';
import type { OfflineAgent, Words } from './offline-call.js';
import type { SpokenTurn } from './turn-corpus.js';

/** Simulated time of recognition. */
const RECOGNIZES_MS = 50;
/** From queued audio to the caller's ear, including the jitter buffer. */
const TO_THE_EAR_MS = 50;

type Tell = (words: Words) => void;

/** The starter agent: its own recognizer and its own interpretation of the words. */
export class OfflineStarter implements OfflineAgent {
  private readonly ended: Transcript[] = [];
  private readonly recognizer: LocalTranscription;
  private readonly expectations: Expectations;
  private turn: Transcription | undefined;
  private tell: Tell = () => undefined;
  private nowMs = 0;
  private restsAtMs = Infinity;
  private caller = {};
  /** The pending recognition. */
  private asked: {
    readonly tellsAtMs: number;
    readonly heard: Promise<unknown>;
    readonly tell: () => void;
  }[] = [];

  constructor(
    private readonly engines: StarterEngines,
    private readonly document: AgentDocument,
  ) {
    this.recognizer = new LocalTranscription(() => Promise.resolve(this.delayed(engines)));
    this.expectations = new IntentModel().expectations(document);
  }

  /** All that the caller has said. */
  get heard(): Transcript {
    return joinTranscripts(this.ended);
  }

  /** Prepares for another caller, whose voice is unknown. */
  hangUp(): void {
    this.turn?.cancel();
    this.caller = {};
  }

  begin(tell: Tell): void {
    this.turn?.cancel();
    this.tell = tell;
    this.restsAtMs = Infinity;
    const { document: agent, caller } = this;
    const onWords = (soFar: Transcript) => this.hearWords(turn, soFar);
    const signal = new AbortController().signal;
    const turn = this.recognizer.begin({
      ...{ agent, caller, modelId: undefined, signal, onWords },
    });
    this.turn = turn;
  }

  /** The recognizer works in another thread: waits for its words. */
  async hear(samples: Int16Array, nowMs: number): Promise<void> {
    this.nowMs = nowMs;
    this.turn?.push(samples);
    if (nowMs >= this.restsAtMs) this.turn?.anticipate?.(false);
    await later();
    await this.tellWhatIsHeard();
  }

  private async tellWhatIsHeard(): Promise<void> {
    const due = this.asked.filter(({ tellsAtMs }) => tellsAtMs <= this.nowMs);
    this.asked = this.asked.filter(({ tellsAtMs }) => tellsAtMs > this.nowMs);
    for (const { heard, tell } of due) {
      await heard;
      tell();
      await later();
    }
  }

  follow(event: CallerVoiceEvent, nowMs: number): void {
    if (event.kind === 'caller-started' || event.kind === 'caller-went-on') {
      this.restsAtMs = Infinity;
      this.turn?.goOn?.();
    }
    if (event.kind === 'caller-hushed' || event.kind === 'caller-stopped') {
      this.restsAtMs = Math.max(nowMs, event.endMs + RESTS_AFTER_MS);
    }
  }

  async end(nowMs: number, over = false) {
    const ended = this.turn?.end();
    this.nowMs = Infinity;
    let isKnown = ended === undefined;
    const known = () => (isKnown = true);
    void ended?.then(known, known);
    // The end may have to be recognized once more, after what was asked before.
    while (!isKnown) await this.tellWhatIsHeard().then(() => later());
    const heard = (await ended) ?? { text: '' };
    this.ended.push(heard);
    this.turn = undefined;
    const atMs = nowMs + RECOGNIZES_MS;
    if (over) return { outcome: kindOfTurn(heard, NOTHING_SAID, undefined).outcome, atMs };
    const kind = kindOfTurn(heard, NOTHING_SAID, this.expectations);
    const outcome = kind.outcome === 'nothing' ? 'nothing' : 'words';
    return { outcome, atMs } as const;
  }

  heardAtMs(knownMs: number): number {
    return knownMs + TO_THE_EAR_MS;
  }

  private hearWords(turn: Transcription, soFar: Transcript): void {
    if (turn !== this.turn) return;
    const meaning = meaningOf(soFar.text, NOTHING_SAID, soFar.settled !== true);
    const { nowMs: atMs, expectations, tell } = this;
    tell({ atMs, event: wordsHeard(soFar, expectations, meaning) });
    if (!soFar.settled || soFar.text === '') return;
    const heard = this.engines.speech.completeness(soFar.text);
    const again = (completeness: number) => {
      const event = wordsHeard({ ...soFar, completeness }, expectations, meaning);
      if (turn === this.turn) tell({ atMs: this.nowMs, event });
    };
    this.asked.push({ tellsAtMs: atMs, heard, tell: () => void heard.then(again) });
  }

  private delayed({ speech }: StarterEngines): LocalEars {
    const { asked } = this;
    return {
      get isIdle() {
        return asked.length === 0;
      },
      recognize: (request) => {
        const heard = speech.recognize(request);
        return new Promise((tell) => {
          this.asked.push({ tellsAtMs: this.nowMs + RECOGNIZES_MS, heard, tell: () => tell(heard) });
        });
      },
    };
  }
}

export interface CascadeDelays {
  /** Silence before a speculative recognition. */
  readonly anticipateAfterMs: number;
  readonly transcriptMs: number;
  /** From a question to the first audio of its answer. */
  readonly answerMs: number;
}

/** A perfect recognizer of whole turns, with simulated latencies of model and voice. */
export class OfflineCascade implements OfflineAgent {
  /** Total number of requested transcriptions. */
  asked = 0;
  private tell: Tell | undefined;
  private askedAtMs: number | undefined;
  private hushEndMs = Infinity;

  /** @param saidFromMs When the caller begins with the turn. */
  constructor(
    private readonly turn: SpokenTurn,
    private readonly saidFromMs: number,
    private readonly delays: CascadeDelays,
    /** Probability that the words so far are complete. */
    private readonly completeness: ReadonlyMap<string, number>,
  ) {}

  begin(tell: Tell): void {
    this.tell = tell;
    this.askedAtMs = undefined;
  }

  hear(): Promise<void> {
    return Promise.resolve();
  }

  follow(event: CallerVoiceEvent, nowMs: number): void {
    if (event.kind === 'caller-started' || event.kind === 'caller-went-on') this.stopAsking(nowMs);
    const isSilent = event.kind === 'caller-hushed' || event.kind === 'caller-stopped';
    if (!isSilent && event.kind !== 'caller-fading') return;
    if (event.kind === 'caller-hushed' && event.endMs > this.hushEndMs) this.stopAsking(nowMs);
    this.hushEndMs = event.endMs;
    if (!this.tell || this.askedAtMs !== undefined) return;
    const askedAtMs = Math.max(nowMs, event.endMs + this.delays.anticipateAfterMs);
    this.askedAtMs = askedAtMs;
    const text = this.wordsUntil(askedAtMs);
    this.tell({
      atMs: askedAtMs + this.delays.transcriptMs,
      event: wordsHeard(
        { text, settled: true, completeness: this.completeness.get(text) ?? 0 },
        undefined,
        meaningOf(text, NOTHING_SAID),
      ),
      count: () => text !== '' && this.askedAtMs === askedAtMs,
    });
  }

  end(nowMs: number) {
    const knownAtMs = (this.askedAtMs ?? nowMs) + this.delays.transcriptMs;
    const outcome = this.wordsUntil(nowMs) === '' ? 'nothing' : 'words';
    this.asked++;
    this.tell = undefined;
    this.askedAtMs = undefined;
    return Promise.resolve({ outcome, atMs: Math.max(nowMs, knownAtMs) } as const);
  }

  heardAtMs(knownMs: number): number {
    return knownMs + this.delays.answerMs + TO_THE_EAR_MS;
  }

  private stopAsking(nowMs: number): void {
    if (this.askedAtMs !== undefined && this.askedAtMs <= nowMs) this.asked++;
    this.askedAtMs = undefined;
    this.hushEndMs = Infinity;
  }

  /** Words fully spoken by that time. */
  private wordsUntil(atMs: number): string {
    const said = this.turn.parts.filter(
      ({ atMs: fromMs, samples }) => this.saidFromMs + fromMs + durationMs(samples) <= atMs,
    );
    return said.map(({ words }) => words).join(' ');
  }
}
