import { setTimeout as delay } from 'node:timers/promises';
import type { AgentConversation, AgentEvent, FaultCode, TextToolCall } from '../../voice/index.js';
import type { AgentLine } from './agent-line.js';
import { CALLER_FRAME_SAMPLES, type CallerVoice, FRAME_MS } from './caller-voice.js';

/** Nothing is heard for so long: the agent has stopped, and does not only breathe. */
const STOPPED_MS = 200;
/** More frames than this at once and the machine stood still: time was lost, and is not made up for. */
const MOST_LATE_FRAMES = 25;

/** What the caller notices of one turn; times in milliseconds. */
export interface NotedTurn {
  readonly spokeFromMs: number;
  readonly spokeUntilMs: number;
  /** When the agent was first heard after the caller had spoken. */
  answeredAtMs: number | undefined;
  /** When the agent fell silent while the caller spoke over it. */
  stoppedAtMs: number | undefined;
  wasInterrupted: boolean;
  /** How long the agent was heard. */
  heardMs: number;
}

/** One call without a network: frames of the caller in, frames of the agent out, every 20 ms in real time. */
export class SpokenCall {
  readonly toolCalls: TextToolCall[] = [];
  /** Last words of each turn of the agent and of the caller, by their ids. */
  readonly agentSaid = new Map<string, string>();
  readonly callerHeard = new Map<string, string>();
  hasHungUp = false;
  fault: FaultCode | undefined;
  noted: NotedTurn = newTurn(0, 0);
  private state = 'listening';
  private speech: Int16Array[] = [];
  private lastAudibleMs = -Infinity;
  private audibleSinceMs: number | undefined;
  /** The caller began while the agent spoke: what is heard before it stops is no answer. */
  private isCutIn = false;

  constructor(
    private readonly voice: CallerVoice,
    private readonly line: AgentLine,
    private readonly nowMs: () => number,
  ) {}

  readonly noteTool = (call: TextToolCall): void => {
    this.toolCalls.push(call);
  };

  /** What the agent tells its call. */
  note(event: AgentEvent): void {
    if (event.kind === 'state') this.state = event.state;
    if (event.kind === 'transcript') {
      const said = event.speaker === 'agent' ? this.agentSaid : this.callerHeard;
      said.set(event.turnId, event.text);
    }
    if (event.kind === 'interrupted') this.noted.wasInterrupted = true;
    if (event.kind === 'hang-up') this.hasHungUp = true;
    if (event.kind === 'failed') this.fault = event.code;
  }

  /** Exchanges frames until the signal is aborted. */
  async run(conversation: AgentConversation, signal: AbortSignal): Promise<void> {
    let nextMs = this.nowMs();
    while (!signal.aborted) {
      const lateMs = this.nowMs() - nextMs;
      if (lateMs > MOST_LATE_FRAMES * FRAME_MS) nextMs = this.nowMs();
      if (lateMs < 0) {
        await delay(-lateMs, undefined, { signal }).catch(() => undefined);
        continue;
      }
      this.exchange(conversation);
      nextMs += FRAME_MS;
    }
  }

  /** The caller says this from now on; a turn of its own. */
  say(samples: Int16Array): void {
    const fromMs = this.nowMs();
    for (let at = 0; at < samples.length; at += CALLER_FRAME_SAMPLES) {
      this.speech.push(samples.slice(at, at + CALLER_FRAME_SAMPLES));
    }
    this.noted = newTurn(fromMs, fromMs + this.speech.length * FRAME_MS);
    this.isCutIn = this.audibleSinceMs !== undefined;
  }

  /** The agent listens, and all that it said was heard. */
  get isAgentQuiet(): boolean {
    const isIdle = this.state === 'listening' || this.hasHungUp;
    return isIdle && this.line.queuedMs === 0 && this.speech.length === 0;
  }

  /** How long the agent speaks by now without a pause; 0 where it is silent. */
  get agentSpeaksForMs(): number {
    return this.audibleSinceMs === undefined ? 0 : this.nowMs() - this.audibleSinceMs;
  }

  private exchange(conversation: AgentConversation): void {
    const now = this.nowMs();
    conversation.hear({ samples: this.voice.frame(this.speech.shift()), atMs: now });
    if (this.line.send()) this.heard(now);
    else if (now - this.lastAudibleMs > STOPPED_MS) this.silent();
  }

  private heard(now: number): void {
    this.lastAudibleMs = now;
    this.audibleSinceMs ??= now;
    this.noted.heardMs += FRAME_MS;
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
