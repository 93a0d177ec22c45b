import { setImmediate as later } from 'node:timers/promises';
import { SileroDetector } from '../../src/engines/local/index.js';
import { CallerListener, type CallerVoiceEvent } from '../../src/voice/caller/index.js';
import {
  initialTurnTaking,
  meaningOf,
  nextDeadlineMs,
  NOTHING_SAID,
  outcomeOf,
  step,
  type TurnTakingDecision,
  type TurnTakingEvent,
  type TurnTakingParameters,
} from '../../src/voice/turns/index.js';
import type { OverlapVerdict } from '../../src/voice/index.js';
import { silence } from '../dialogues/sounds.js';
import { concat, rms } from '../../test/support/audio.js';

const FRAME_MS = 20;
const FRAME_SAMPLES = 320;
/** Before the event, so that all detectors have come to rest, and to learn what is around the caller. */
export const BEFORE_MS = 3_000;
const AFTER_MS = 2_200;
/** What a recogniser that hears whole turns takes. */
const TRANSCRIPT_MS = 300;
/** A recogniser of whole turns is asked after so much silence, and takes a moment. */
const WHOLE_LATE_MS = 75;
/** Who falls silent so soon before the last sound has said it all. */
const WORD_MS = 150;
/** What it hears of an agent that nobody speaks over. */
const AGENT_WORDS = 'nine in the morning';

/** The agent's speech during an event. Times are milliseconds from the event's first sample. */
export interface Heard {
  /** When it fell silent; undefined where it didn't. */
  readonly silentMs: number | undefined;
  readonly verdict: OverlapVerdict | 'none';
  readonly reason: string;
}

/**
 * How words are known: after the turn, or not at all. `whole`: as soon as a voice may have ended, by a recogniser of
 * whole turns that makes no mistakes, and hears the agent's words where the caller says none.
 */
export const WORDS_KNOWN = ['afterwards', 'never', 'whole'] as const;
export type WordsKnown = (typeof WORDS_KNOWN)[number];

/** What the microphone picks up beside the caller. */
export interface Around {
  /** Played in a loop. */
  readonly noise?: Int16Array;
  /** What the agent says, and what comes back of it; so much later in every other second. */
  readonly echo?: {
    readonly agent: Int16Array;
    readonly delayMs: number;
    readonly movesMs?: number;
    readonly gain: number;
  };
}

interface Words {
  readonly atMs: number;
  readonly text: string;
}

/** Audio straight into voice detection and turn-taking, faster than real time, on a clock of its own. */
export class OfflineEar {
  private constructor(private readonly detector: SileroDetector) {}

  static async create(): Promise<OfflineEar> {
    const detector = await SileroDetector.create((error) => {
      throw error;
    });
    return new OfflineEar(detector);
  }

  /** Has the agent speak, and the caller say this into it. @param text What a recogniser may hear of it. */
  async hear(
    { samples, text }: { readonly samples: Int16Array; readonly text: string },
    parameters: TurnTakingParameters,
    words: WordsKnown,
    around: Around = {},
  ): Promise<Heard> {
    const audio = mixed(concat([silence(BEFORE_MS), samples, silence(AFTER_MS)]), around);
    const voice = await this.voiceIn(audio, around.echo?.agent ?? silence(0));
    const untilMs = BEFORE_MS + (samples.length * FRAME_MS) / FRAME_SAMPLES;
    const told = words === 'never' ? [] : wholeWords(voice, { text, untilMs }, around);
    return decide(voice, told, parameters, words);
  }

  async close(): Promise<void> {
    await this.detector.close();
  }

  private async voiceIn(audio: Int16Array, agent: Int16Array): Promise<TurnTakingEvent[]> {
    const events: TurnTakingEvent[] = [];
    let nowMs = 0;
    const take = (event: CallerVoiceEvent) => {
      if (event.kind !== 'words-seen') events.push({ ...event, atMs: nowMs });
    };
    const sentAgo = (agoMs: number) => {
      const from = Math.round((nowMs - agoMs) / FRAME_MS) * FRAME_SAMPLES - FRAME_SAMPLES;
      return from < 0 ? new Int16Array(0) : agent.subarray(from, from + FRAME_SAMPLES);
    };
    const listener = new CallerListener(this.detector, 16_000, take, {
      nowMs: () => nowMs,
      agent: { levelAgo: (agoMs) => rms(sentAgo(agoMs)), soundAgo: sentAgo, silentForMs: 0 },
    });
    for (let at = 0; at + FRAME_SAMPLES <= audio.length; at += FRAME_SAMPLES) {
      nowMs += FRAME_MS;
      listener.hear({ samples: audio.subarray(at, at + FRAME_SAMPLES), atMs: nowMs }, true);
      for (
        let waits = 0;
        Math.max(0, listener.heardUntilMs) < nowMs - 2 * FRAME_MS && waits < 10_000;
        waits++
      )
        await later();
    }
    listener.close();
    return events;
  }
}

/** Each time a voice may have ended: what the caller has said by then, or what has come back of the agent. */
function wholeWords(
  voice: readonly TurnTakingEvent[],
  said: { readonly text: string; readonly untilMs: number },
  { echo }: Around,
): Words[] {
  return voice.flatMap((event) => {
    if (event.kind !== 'caller-hushed' && event.kind !== 'caller-stopped') return [];
    const saysSome = said.untilMs > BEFORE_MS && event.endMs > BEFORE_MS;
    const isSaid = event.endMs >= said.untilMs - WORD_MS;
    const text = saysSome ? (isSaid ? said.text : '') : echo ? AGENT_WORDS : '';
    return { atMs: event.atMs + WHOLE_LATE_MS, text };
  });
}

/** Jitter buffers play now earlier, now later: in each second the echo is late by other frames. */
const SHAKEN_FRAMES = [0, 1, 2, 1, 0, -1, 0, -2, -1, 0];
const SHAKEN_EVERY = 6 * FRAME_SAMPLES;

/** What the microphone picks up, all in all. */
export function mixed(audio: Int16Array, { noise, echo }: Around): Int16Array {
  const samplesIn = (ms: number) => (ms * FRAME_SAMPLES) / FRAME_MS;
  const delays = [samplesIn(echo?.delayMs ?? 0), samplesIn((echo?.delayMs ?? 0) + (echo?.movesMs ?? 0))];
  return audio.map((sample, at) => {
    const delay = delays[Math.floor(at / samplesIn(1_000)) % 2] ?? 0;
    const shaken = SHAKEN_FRAMES[Math.floor(at / SHAKEN_EVERY) % SHAKEN_FRAMES.length] ?? 0;
    const back = (echo?.agent[at - delay - (shaken * FRAME_SAMPLES) / 2] ?? 0) * (echo?.gain ?? 0);
    const noisy = noise ? (noise[at % noise.length] ?? 0) : 0;
    return Math.max(-32_768, Math.min(32_767, Math.round(sample + noisy + back)));
  });
}

function decide(
  voice: readonly TurnTakingEvent[],
  told: readonly Words[],
  parameters: TurnTakingParameters,
  words: WordsKnown,
): Heard {
  const run = new Run(parameters, told, words);
  const wordEvents: TurnTakingEvent[] = told.map(({ atMs, text }) => ({
    kind: 'words-so-far',
    atMs,
    count: text === '' ? 0 : text.split(' ').length,
    unfinished: false,
    meaning: meaningOf(text, NOTHING_SAID),
  }));
  const events = words === 'whole' ? [...voice, ...wordEvents] : [...voice];
  run.take({ kind: 'agent-started', atMs: 1, speech: 'reply' });
  for (const event of events.sort((first, second) => first.atMs - second.atMs)) run.until(event);
  return run.heard;
}

/** Turn-taking on the clock of the events. */
class Run {
  heard: Heard = { silentMs: undefined, verdict: 'none', reason: 'none' };
  private state = initialTurnTaking(0);
  private understoodAtMs: number | undefined;

  constructor(
    private readonly parameters: TurnTakingParameters,
    private readonly told: readonly Words[],
    private readonly words: WordsKnown,
  ) {}

  until(event: TurnTakingEvent): void {
    for (;;) {
      const dueMs = nextDeadlineMs(this.state, this.parameters) ?? Infinity;
      const nextMs = Math.min(dueMs, this.understoodAtMs ?? Infinity);
      if (nextMs >= event.atMs) break;
      if (nextMs === this.understoodAtMs) this.understand(nextMs);
      else this.take({ kind: 'tick', atMs: nextMs });
    }
    if (event.kind !== 'words-so-far' || this.state.turn !== 'none') this.take(event);
  }

  take(event: TurnTakingEvent): void {
    const next = step(this.state, event, this.parameters);
    this.state = next.state;
    for (const decision of next.decisions) this.follow(decision, event.atMs);
  }

  private follow(decision: TurnTakingDecision, atMs: number): void {
    const { silentMs } = this.heard;
    if (decision.kind === 'end-turn') this.understoodAtMs = atMs + TRANSCRIPT_MS;
    if (decision.kind === 'overlap-judged') {
      const { verdict, reason } = decision.overlap;
      if (silentMs === undefined || this.heard.verdict === 'none')
        this.heard = { ...this.heard, verdict, reason };
    }
    const silences = decision.kind === 'pause-agent' || decision.kind === 'drop-agent';
    if (silences && silentMs === undefined) this.heard = { ...this.heard, silentMs: atMs - BEFORE_MS };
  }

  private understand(atMs: number): void {
    this.understoodAtMs = undefined;
    const known = this.words === 'whole' ? this.told.findLast((one) => one.atMs <= atMs) : this.told.at(-1);
    const text = known?.text ?? '';
    const outcome = outcomeOf(meaningOf(text, NOTHING_SAID));
    this.take({ kind: 'turn-understood', atMs, outcome });
  }
}
