import { meanEnergy } from '../../audio/index.js';
import type { CallRecording } from '../../conversations/index.js';
import type { CallerAudioFrame, LocalCaller } from '../../media/index.js';
import type { AgentEvent, AgentSpeech, FaultCode, TextToolCall } from '../../voice/index.js';
import {
  CALLER_FRAME_MS,
  CALLER_FRAME_SAMPLES,
  CALLER_VOICE_RATE_HZ,
  type CallerVoice,
} from './caller-voice.js';

/** Silence threshold (mean energy): -50 dBov. */
export const AUDIBLE_ENERGY = 1e-5;
/** After this much silence the agent has stopped, and is not merely pausing for breath. */
export const STOPPED_MS = 200;

/** The caller's observations of one turn; times in milliseconds. */
export interface NotedTurn {
  readonly spokeFromMs: number;
  readonly spokeUntilMs: number;
  /** When the agent was first heard after the caller had spoken. */
  answeredAtMs: number | undefined;
  /** When the agent fell silent while the caller interrupted it. */
  stoppedAtMs: number | undefined;
  wasInterrupted: boolean;
  /** Duration of audible agent speech. */
  heardMs: number;
}

/** The caller of a spoken case: speaks, listens to the agent, and notes when. */
export class SpokenCall implements LocalCaller {
  readonly toolCalls: TextToolCall[] = [];
  /** Final words of each agent and caller turn, by id. */
  readonly agentSaid = new Map<string, string>();
  readonly callerHeard = new Map<string, string>();
  readonly beganMs: number;
  hasHungUp = false;
  fault: FaultCode | undefined;
  noted: NotedTurn;
  private state = 'listening';
  private speech: Int16Array[] = [];
  private lastAudibleMs = -Infinity;
  private audibleSinceMs: number | undefined;
  /** The caller interrupted the agent: speech before it stops is no answer. */
  private isCutIn = false;

  constructor(
    private readonly voice: CallerVoice,
    private readonly nowMs: () => number,
    /** Records both sides. */
    private readonly recording?: Pick<CallRecording, 'caller' | 'agent'>,
  ) {
    this.beganMs = nowMs();
    this.noted = newTurn(this.beganMs, this.beganMs);
  }

  readonly noteTool = (call: TextToolCall): void => {
    this.toolCalls.push(call);
  };

  /** Receives the agent's events. */
  note(event: AgentEvent): void {
    if (event.kind === 'state') this.state = event.state;
    if (event.kind === 'transcript') {
      const said = event.speaker === 'agent' ? this.agentSaid : this.callerHeard;
      said.set(event.turnId, event.text);
      if (event.interruptedAfterMs !== undefined) this.noted.wasInterrupted = true;
    }
    if (event.kind === 'hang-up') this.hasHungUp = true;
    if (event.kind === 'failed') this.fault = event.code;
  }

  speak(): Int16Array {
    const now = this.nowMs();
    if (now - this.lastAudibleMs > STOPPED_MS) this.silent();
    const samples = this.voice.frame(this.speech.shift());
    const atMs = now + CALLER_FRAME_MS;
    this.recording?.caller({ samples, concealed: false, atMs, lateMs: 0 }, CALLER_VOICE_RATE_HZ);
    return samples;
  }

  hear({ samples }: CallerAudioFrame): void {
    this.recording?.agent(samples, CALLER_VOICE_RATE_HZ, this.nowMs());
    if (meanEnergy(samples) > AUDIBLE_ENERGY) this.heard(this.nowMs());
  }

  /**
   * Starts a caller turn.
   * @param actsForMs Duration of actions other than speech.
   */
  say(samples: Int16Array, actsForMs = 0): void {
    const fromMs = this.nowMs();
    for (let at = 0; at < samples.length; at += CALLER_FRAME_SAMPLES) {
      this.speech.push(samples.slice(at, at + CALLER_FRAME_SAMPLES));
    }
    this.noted = newTurn(fromMs, fromMs + Math.max(actsForMs, this.speech.length * CALLER_FRAME_MS));
    this.isCutIn = this.audibleSinceMs !== undefined;
  }

  /** The agent is listening and its speech has been played. */
  isAgentQuiet(line: Pick<AgentSpeech, 'queuedMs'>): boolean {
    const isIdle = this.state === 'listening' || this.hasHungUp;
    return isIdle && line.queuedMs === 0 && this.speech.length === 0;
  }

  /** How long the agent has been speaking without a pause; 0 while silent. */
  get agentSpeaksForMs(): number {
    return this.audibleSinceMs === undefined ? 0 : this.nowMs() - this.audibleSinceMs;
  }

  private heard(now: number): void {
    this.lastAudibleMs = now;
    this.audibleSinceMs ??= now;
    this.noted.heardMs += CALLER_FRAME_MS;
    const isAnswer = !this.isCutIn || this.noted.stoppedAtMs !== undefined;
    if (isAnswer && now > this.noted.spokeUntilMs) this.noted.answeredAtMs ??= now;
  }

  private silent(): void {
    this.audibleSinceMs = undefined;
    if (this.lastAudibleMs > this.noted.spokeFromMs) this.noted.stoppedAtMs ??= this.lastAudibleMs;
  }
}

const newTurn = (spokeFromMs: number, spokeUntilMs: number): NotedTurn => ({
  ...{ spokeFromMs, spokeUntilMs },
  ...{ answeredAtMs: undefined, stoppedAtMs: undefined, wasInterrupted: false, heardMs: 0 },
});
