import { setTimeout as delay } from 'node:timers/promises';
import {
  type AgentAdapter,
  type AgentContext,
  AgentFault,
  type CallRehearsal,
  type TextReply,
} from '../../voice/index.js';
import type { CallRecording } from '../../conversations/index.js';
import type { LocalCall, MediaService } from '../../media/index.js';
import { CallerKeys } from '../../voice/keys/index.js';
import type { SpokenTurn, SpokenVoice } from '../script/test-script.js';
import { CALLER_VOICE_RATE_HZ, type CallerSpeech, CallerVoice } from './caller-voice.js';
import { SpokenCall } from './spoken-call.js';
import { factsOf, type SpokenFacts } from './spoken-facts.js';

const POLL_MS = 20;
const LONGEST_ANSWER_MS = 60_000;

interface Patience {
  /** An agent that has not begun to answer by then will not. */
  readonly beginsWithinMs: number;
  /** How long the agent must be quiet before it is the caller's turn. */
  readonly quietMs: number;
}

const ANSWERED: Patience = { beginsWithinMs: 15_000, quietMs: 400 };
/** For caller actions that may need no answer: covers the endpointing delay and some thinking time. */
const MAYBE_ANSWERED: Patience = { beginsWithinMs: 3_000, quietMs: 3_000 };

export interface SpokenReply {
  readonly reply: TextReply;
  readonly spoken: SpokenFacts;
}

export interface SpokenOptions {
  readonly adapter: AgentAdapter;
  readonly context: Omit<AgentContext, 'speech' | 'emit' | 'signal' | 'rehearsal'>;
  readonly answer: CallRehearsal['answer'];
  readonly speak: CallerSpeech;
  readonly voice: SpokenVoice;
  readonly media: Pick<MediaService, 'openLocalCall'>;
  /** Limits of DTMF input; undefined if the caller presses no keys; tools that wait for keys are told so. */
  readonly keys: { readonly pauseMs: number } | undefined;
  readonly signal: AbortSignal;
  readonly nowMs: () => number;
  /** Records the audio; closed with the conversation. */
  readonly recording?: CallRecording;
}

/** Duration of a DTMF tone and the pause after it. */
const KEY_MS = 220;

/**
 * A conversation by voice, through the whole path of a phone call except its sockets: codec, packets, jitter buffer,
 * DTMF, voice activity detection, turn-taking, recognition and speech of the agent are those of calls, in real time.
 */
export class SpokenConversation {
  private toolsBefore = 0;
  private saidBefore = new Set<string>();
  private heardBefore = new Set<string>();

  private constructor(
    private readonly call: SpokenCall,
    private readonly line: LocalCall,
    private readonly voice: CallerVoice,
    private readonly signal: AbortSignal,
    private readonly nowMs: () => number,
    /** Ends the call; resolves when everything has stopped. */
    readonly close: () => Promise<void>,
  ) {}

  /** @throws AgentFault when the agent can't be reached. */
  static async open(options: SpokenOptions): Promise<SpokenConversation> {
    const { adapter, speak, nowMs, media } = options;
    const { inputSampleRateHz, outputSampleRateHz } = adapter.capabilities;
    const { packetLossPercent = 0, codec = 'opus' } = options.voice;
    const ended = new AbortController();
    const signal = AbortSignal.any([options.signal, ended.signal]);
    const voice = new CallerVoice(speak, options.voice);
    const call = new SpokenCall(voice, nowMs, options.recording);
    const line = media.openLocalCall({
      ...{ codec, inputSampleRateHz, outputSampleRateHz },
      ...{ callerRateHz: CALLER_VOICE_RATE_HZ, lossPercent: packetLossPercent, caller: call },
    });
    const keys = options.keys && keysOf(options.keys, line, nowMs);
    const end = () => {
      ended.abort();
      keys?.close();
      line.close();
    };
    try {
      const emit: AgentContext['emit'] = (event) => call.note(event);
      const rehearsal = { answer: options.answer, called: call.noteTool };
      const own = { rehearsal, speech: line.speech, emit, signal, ...(keys && { keys }) };
      const conversation = await adapter.open({ ...options.context, ...own });
      line.listen({
        callerFrame: (frame) => conversation.hear(frame),
        callerKey: (key) => keys?.press(key),
      });
      keys?.begin();
      return new SpokenConversation(call, line, voice, signal, nowMs, async () => {
        end();
        await conversation.close();
        await options.recording?.close();
      });
    } catch (error) {
      end();
      await options.recording?.close();
      throw error;
    }
  }

  /** Waits for the greeting, or until the next turn interrupts it. */
  async opening(next: SpokenTurn | undefined): Promise<SpokenReply> {
    this.call.say(new Int16Array(0));
    return this.answer(undefined, ANSWERED, next);
  }

  /**
   * The caller's next turn and its answer: the whole of it, or as much as the next turn lets the agent say.
   * @throws AgentFault when the agent can't continue.
   */
  async take(turn: SpokenTurn, next: SpokenTurn | undefined): Promise<SpokenReply> {
    this.call.say(await this.soundOf(turn), (turn.keys ?? '').length * KEY_MS);
    if (turn.keys !== undefined) void this.line.pressKeys(turn.keys);
    const isSaid = (turn.say ?? turn.keys) !== undefined;
    const needsAnswer = isSaid && turn.interruptAfterMs === undefined;
    return this.answer(turn.say, needsAnswer ? ANSWERED : MAYBE_ANSWERED, next);
  }

  private async soundOf({ say, sound, silenceMs, recorded }: SpokenTurn): Promise<Int16Array> {
    if (recorded) return recorded;
    if (silenceMs !== undefined) return new Int16Array((CALLER_VOICE_RATE_HZ / 1_000) * silenceMs);
    if (sound === 'cough') return this.voice.cough();
    return say === undefined ? new Int16Array(0) : this.voice.speak(say);
  }

  private async answer(
    said: string | undefined,
    { beginsWithinMs, quietMs }: Patience,
    next: SpokenTurn | undefined,
  ): Promise<SpokenReply> {
    const { call } = this;
    await this.until(() => this.nowMs() >= call.noted.spokeUntilMs, LONGEST_ANSWER_MS);
    const hasBegun = () => call.noted.answeredAtMs !== undefined || call.hasHungUp;
    await this.until(hasBegun, beginsWithinMs);
    await this.untilQuiet(quietMs, next?.interruptAfterMs ?? Infinity);
    const fresh = (texts: ReadonlyMap<string, string>, before: ReadonlySet<string>) =>
      [...texts].flatMap(([id, text]) => (before.has(id) || text === '' ? [] : [text]));
    const replies = fresh(call.agentSaid, this.saidBefore);
    const heard = fresh(call.callerHeard, this.heardBefore).join(' ');
    const toolCalls = call.toolCalls.slice(this.toolsBefore);
    this.saidBefore = new Set(call.agentSaid.keys());
    this.heardBefore = new Set(call.callerHeard.keys());
    this.toolsBefore = call.toolCalls.length;
    const reply = { replies, toolCalls, ended: call.hasHungUp };
    return { reply, spoken: factsOf(call.noted, said, heard, this.nowMs() - call.beganMs) };
  }

  /** Waits until the agent is quiet, or has spoken long enough to be interrupted. */
  private async untilQuiet(quietMs: number, cutOffMs: number): Promise<void> {
    let quietSinceMs = Infinity;
    await this.until(() => {
      if (!this.call.isAgentQuiet(this.line.speech)) quietSinceMs = Infinity;
      else if (quietSinceMs === Infinity) quietSinceMs = this.nowMs();
      return this.nowMs() - quietSinceMs >= quietMs || this.call.agentSpeaksForMs >= cutOffMs;
    }, LONGEST_ANSWER_MS);
  }

  private async until(isSo: () => boolean, withinMs: number): Promise<void> {
    const endMs = this.nowMs() + withinMs;
    while (!isSo() && this.nowMs() < endMs) {
      await delay(POLL_MS, undefined, { signal: this.signal });
      const { fault } = this.call;
      if (fault !== undefined) throw new AgentFault(fault, 'The agent could not go on.', false);
    }
  }
}

const keysOf = (
  { pauseMs }: NonNullable<SpokenOptions['keys']>,
  { speech }: LocalCall,
  nowMs: () => number,
): CallerKeys =>
  new CallerKeys({
    areHeard: true,
    ...{ pauseMs, nowMs },
    speakingMs: () => speech.queuedMs,
    entered: () => undefined,
  });
