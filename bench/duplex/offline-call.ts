import { setImmediate as later } from 'node:timers/promises';
import {
  CallerListener,
  type CallerVoiceEvent,
  type VoiceActivityDetector,
} from '../../src/voice/caller/index.js';
import {
  initialTurnTaking,
  judgedBy,
  nextDeadlineMs,
  NOTHING_SAID,
  seenWords,
  step,
  type TurnOutcome,
  type TurnTakingDecision,
  type TurnEvent,
  type TurnTakingParameters,
} from '../../src/voice/turns/index.js';
import { SOUND_RATE_HZ } from '../dialogues/sounds.js';
import { OfflineLooks } from './offline-looks.js';
import { rms } from '../../test/support/audio.js';

const FRAME_MS = 20;
const FRAME_SAMPLES = (SOUND_RATE_HZ * FRAME_MS) / 1_000;
/** Of voice detection, which is waited for: it judges what it has in another turn of the event loop. */
const WINDOW_MS = 32;
const MOST_WAITS = 10_000;
/** A frame is heard so long after its last sample was said: packets, jitter buffer, voice detection. */
const HEARD_AFTER_MS = 20;

const samplesIn = (ms: number): number => (ms * SOUND_RATE_HZ) / 1_000;

/** What an agent makes of the words of an open turn. Times are of the call. */
export interface OfflineAgent {
  /** A turn begins; its audio follows. */
  begin(tell: (words: Words) => void): void;
  /** @returns Once all that this leads to at this moment is known. */
  hear(samples: Int16Array, nowMs: number): Promise<void>;
  /** What the caller's voice does within the turn. */
  follow(event: CallerVoiceEvent, nowMs: number): void;
  /**
   * The turn is over, or was none.
   * @param over Whether the agent speaks on.
   * @returns What was said, and when that is known.
   */
  end(nowMs: number, over?: boolean): Promise<{ readonly outcome: TurnOutcome; readonly atMs: number }>;
  /** When the agent is first heard that knows since `knownMs` what to answer. */
  heardAtMs(knownMs: number): number;
}

/** Words of the open turn, told at `atMs`. */
export interface Words {
  readonly atMs: number;
  readonly event: TurnEvent;
  /** Whether they still count then; absent: they do. */
  readonly count?: () => boolean;
}

export interface OfflineTurn {
  /** When the agent would be first heard; undefined where it isn't. */
  readonly speaksAtMs: number | undefined;
  /** Answers that were begun early, in all. */
  readonly begunEarly: number;
}

interface Due {
  readonly atMs: number;
  readonly run: () => Promise<void> | void;
}

/** A caller's audio straight into voice detection and turn-taking, on a clock of its own. */
export class OfflineCall {
  private state = initialTurnTaking(0);
  private nowMs = 0;
  private due: Due[] = [];
  private turn = 0;
  private earlySinceMs: number | undefined;
  private begunEarly = 0;
  private reply = 0;
  private speaksAtMs: number | undefined;
  private silencedAtMs: number | undefined;
  private readonly decided: TurnTakingDecision[] = [];
  private readonly listener: CallerListener;
  private readonly parameters: TurnTakingParameters;
  private readonly looks: OfflineLooks | undefined;
  private heard: Int16Array[] = [];

  private constructor(
    detector: VoiceActivityDetector,
    private readonly agent: OfflineAgent,
    parameters: TurnTakingParameters,
    private readonly fromMs: number,
    /** What the agent says all the time. */
    private readonly goesOn?: Int16Array,
  ) {
    const follow = (event: CallerVoiceEvent) => {
      this.take(event.kind === 'words-seen' ? seenWords(event, NOTHING_SAID) : event);
      this.agent.follow(event, this.nowMs);
    };
    this.parameters = judgedBy(detector, parameters);
    const looking = OfflineLooks.of(detector, () => this.nowMs);
    this.looks = looking.looks;
    this.listener = new CallerListener(looking.detector, SOUND_RATE_HZ, follow, {
      nowMs: () => this.nowMs,
      isEnglish: true,
      ...(goesOn && { agent: { levelAgo: (agoMs) => rms(this.sentAgo(goesOn, agoMs)), silentForMs: 0 } }),
    });
  }

  /**
   * Has the caller say this, and listens until the agent speaks or the audio ends.
   * @param fromMs When the caller begins.
   */
  static async hold(
    detector: VoiceActivityDetector,
    agent: OfflineAgent,
    parameters: TurnTakingParameters,
    audio: Int16Array,
    fromMs: number,
  ): Promise<OfflineTurn> {
    const call = new OfflineCall(detector, agent, parameters, fromMs);
    await call.hearAll(audio, () => call.speaksAtMs !== undefined);
    call.listener.close();
    return { speaksAtMs: call.speaksAtMs, begunEarly: call.begunEarly };
  }

  /**
   * Has the caller say this over an agent that speaks all the time, and listens until that is made silent.
   * @param fromMs When the caller begins.
   * @param voice What the agent says.
   * @returns When it was first silent; undefined where it never was.
   */
  static async over(
    detector: VoiceActivityDetector,
    agent: OfflineAgent,
    parameters: TurnTakingParameters,
    audio: Int16Array,
    fromMs: number,
    voice: Int16Array = new Int16Array(0),
  ): Promise<number | undefined> {
    const call = new OfflineCall(detector, agent, parameters, fromMs, voice);
    call.take({ kind: 'agent-started', speech: 'reply' });
    await call.hearAll(audio.subarray(0, samplesIn(fromMs)), () => false);
    if (call.state.agent !== 'speaking') call.silencedAtMs = fromMs;
    await call.hearAll(audio.subarray(samplesIn(fromMs)), () => call.silencedAtMs !== undefined, fromMs);
    call.listener.close();
    return call.silencedAtMs;
  }

  private sentAgo(voice: Int16Array, agoMs: number): Int16Array {
    const from = Math.round((this.nowMs - agoMs) / FRAME_MS) * FRAME_SAMPLES - FRAME_SAMPLES;
    return from < 0 ? new Int16Array(0) : voice.subarray(from, from + FRAME_SAMPLES);
  }

  private async hearAll(audio: Int16Array, isDone: () => boolean, fromMs = 0): Promise<void> {
    for (let at = 0; at + FRAME_SAMPLES <= audio.length && !isDone(); at += FRAME_SAMPLES) {
      const untilMs = fromMs + ((at + FRAME_SAMPLES) * 1_000) / SOUND_RATE_HZ;
      await this.hear(audio.subarray(at, at + FRAME_SAMPLES), untilMs);
    }
  }

  private async hear(samples: Int16Array, atMs: number): Promise<void> {
    await this.until(atMs + HEARD_AFTER_MS);
    this.listener.hear({ samples, atMs }, this.state.agent === 'speaking');
    const isJudged = () => Math.max(0, this.listener.heardUntilMs) > atMs - WINDOW_MS;
    for (let waits = 0; !isJudged() && waits < MOST_WAITS; waits++) await later();
    await this.looks?.settle();
    await this.carryOut();
    for (const piece of this.heard.splice(0)) await this.agent.hear(piece, this.nowMs);
  }

  /** Lets time pass, and does what is due meanwhile. */
  private async until(atMs: number): Promise<void> {
    for (;;) {
      const tickMs = nextDeadlineMs(this.state, this.parameters) ?? Infinity;
      const next = this.due.reduce<Due | undefined>((a, b) => (a && a.atMs <= b.atMs ? a : b), undefined);
      const nextMs = Math.min(tickMs, next?.atMs ?? Infinity);
      if (nextMs > atMs) break;
      this.nowMs = Math.max(this.nowMs, nextMs);
      if (next && next.atMs <= tickMs) {
        this.due = this.due.filter((one) => one !== next);
        await next.run();
      } else {
        this.take({ kind: 'tick' });
      }
      await this.carryOut();
    }
    this.nowMs = atMs;
  }

  private take(event: TurnEvent): void {
    const next = step(this.state, { ...event, atMs: this.nowMs }, this.parameters);
    this.state = next.state;
    this.decided.push(...next.decisions);
  }

  private async carryOut(): Promise<void> {
    for (let decision = this.decided.shift(); decision; decision = this.decided.shift()) {
      await this.follow(decision);
    }
  }

  private async follow(decision: TurnTakingDecision): Promise<void> {
    switch (decision.kind) {
      case 'begin-turn':
        return this.beginTurn(decision.fromMs);
      case 'discard-turn':
        this.listener.ignore();
        this.turn++;
        await this.agent.end(this.nowMs);
        return;
      case 'begin-early':
        this.begunEarly++;
        this.earlySinceMs = this.nowMs;
        return;
      case 'abandon-early':
      case 'cancel-reply':
        this.earlySinceMs = undefined;
        this.reply++;
        return;
      case 'end-turn':
        return this.endTurn(decision.isHum);
      case 'pause-agent':
      case 'drop-agent':
        if (this.nowMs >= this.fromMs) this.silencedAtMs ??= this.nowMs;
        return;
      case 'set-gain':
      case 'overlap-judged':
      case 'resume-agent':
      case 'prompt':
      case 'hang-up':
        return;
    }
  }

  private beginTurn(fromMs: number): void {
    const turn = ++this.turn;
    this.agent.begin(({ atMs, event, count }) => {
      const isOpen = () => turn === this.turn && count?.() !== false;
      this.due.push({ atMs, run: () => void (isOpen() && this.take(event)) });
    });
    this.listener.listen(fromMs, (samples) => this.heard.push(samples.slice()));
  }

  private async endTurn(isHum = false): Promise<void> {
    this.listener.ignore();
    this.turn++;
    const reply = ++this.reply;
    const over = this.goesOn !== undefined && this.state.agent === 'speaking';
    const { outcome: understood, atMs } = await this.agent.end(this.nowMs, over);
    const outcome = isHum && understood === 'words' ? 'backchannel' : understood;
    this.due.push({
      atMs,
      run: () => {
        this.take({ kind: 'turn-understood', outcome });
        if (this.state.agent === 'preparing') this.speakAfter(this.earlySinceMs ?? this.nowMs, reply);
      },
    });
  }

  private speakAfter(knownMs: number, reply: number): void {
    const atMs = Math.max(this.nowMs, this.agent.heardAtMs(knownMs));
    this.due.push({ atMs, run: () => void (reply === this.reply && this.speak(atMs)) });
  }

  /** Answers to what is around the caller, before it says anything, are left out. */
  private speak(atMs: number): void {
    if (atMs >= this.fromMs) this.speaksAtMs = atMs;
    this.take({ kind: 'agent-started', speech: 'reply' });
    if (!this.goesOn) this.take({ kind: 'agent-finished' });
  }
}
