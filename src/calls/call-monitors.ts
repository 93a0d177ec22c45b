import { setTimeout as sleep } from 'node:timers/promises';
import { RateConverter, speechOf } from '../call-speech/index.js';
import type { RecordedSupervision } from '../conversations/index.js';
import type { CallerAudioFrame, MediaSession } from '../media/index.js';
import { TokenBucket } from '../quotas/token-bucket.js';
import type { CallAgent } from './call-agent.js';
import { CallMonitor, MOST_QUEUED_MS, type Supervisor } from './call-monitor.js';
import type { CallParts } from './call-parts.js';
import { SupervisedWords } from './supervised-words.js';

const MAX_MONITORS = 4;
/** A supervisor's browser may report the connection before the media worker does. */
const CONNECTS_WITHIN_MS = 2_000;
/** Instructions of all supervisors of a call: a burst, then one every five seconds. */
const [INSTRUCTIONS, INSTRUCTIONS_PER_SECOND] = [12, 0.2];

/** Why a supervisor is refused. */
export type SupervisionRefusal =
  | 'not-running'
  | 'too-many'
  | 'unknown-monitor'
  | 'not-connected'
  | 'taken'
  | 'has-person'
  | 'not-taken'
  | 'no-model'
  | 'too-fast';

/** A call that a supervisor has taken over. */
interface TakenCall {
  readonly monitor: CallMonitor;
  readonly words: SupervisedWords | undefined;
}

/** The supervisors of a call: they hear both sides, instruct the agent, and one of them may speak in its place. */
export class CallMonitors {
  /** Counts the take-overs. */
  private timesTaken = 0;
  private readonly monitors = new Map<string, CallMonitor>();
  private readonly instructions: TokenBucket;
  private toCallRate: RateConverter | undefined;
  private taken: TakenCall | undefined;

  constructor(
    private readonly parts: CallParts,
    private readonly agent: Pick<
      CallAgent,
      'keys' | 'present' | 'resume' | 'snapshots' | 'standAside' | 'take'
    >,
    private readonly acts: () => boolean,
  ) {
    this.instructions = new TokenBucket(INSTRUCTIONS_PER_SECOND, INSTRUCTIONS, parts.clock.monotonicMs());
  }

  /** True while a supervisor speaks in place of the agent. */
  get haveCaller(): boolean {
    return this.taken !== undefined;
  }

  /** Why no other monitor may be added now. */
  get obstacle(): SupervisionRefusal | undefined {
    if (!this.acts()) return 'not-running';
    return this.monitors.size >= MAX_MONITORS ? 'too-many' : undefined;
  }

  /** Runs it later, unless a supervisor has taken the call over until then. */
  unlessTaken(run: () => void): () => void {
    const { timesTaken } = this;
    return () => {
      if (this.timesTaken === timesTaken) run();
    };
  }

  /** @param media At the call's output rate in both directions. @returns The monitor's id. */
  add(media: MediaSession, by: Supervisor): string {
    const { inputSampleRateHz, outputSampleRateHz } = this.parts.admission.adapter.capabilities;
    const monitor = new CallMonitor(by, media, outputSampleRateHz);
    this.toCallRate ??= new RateConverter(inputSampleRateHz, outputSampleRateHz);
    this.monitors.set(monitor.id, monitor);
    this.parts.media.speech.onSent = (frame) => this.sent(frame);
    monitor.begin(
      (samples, atMs) => this.say(monitor, samples, atMs),
      () => this.drop(monitor, 'vanish'),
    );
    this.note({ step: 'monitor', by: by.email });
    return monitor.id;
  }

  leave(id: string, by: Supervisor): SupervisionRefusal | undefined {
    const monitor = this.find(id, by);
    if (!monitor) return 'unknown-monitor';
    this.drop(monitor, 'leave');
    return undefined;
  }

  whisper(text: string, { email: by }: Supervisor): SupervisionRefusal | undefined {
    if (!this.acts()) return 'not-running';
    if (!this.instructions.spend(this.parts.clock.monotonicMs())) return 'too-fast';
    if (this.taken) return 'taken';
    if (!this.agent.keys.instruct(text)) return 'no-model';
    this.agent.snapshots.noteInstruction(text);
    this.note({ step: 'whisper', by, text });
    return undefined;
  }

  /** Resolves once the monitor is connected, or is unlikely to be soon. */
  async connection(id: string, by: Supervisor): Promise<void> {
    await Promise.race([this.find(id, by)?.connected, sleep(CONNECTS_WITHIN_MS, undefined, { ref: false })]);
  }

  /** The supervisor speaks to the caller from now on, and the agent is silent. */
  takeOver(id: string, by: Supervisor): SupervisionRefusal | undefined {
    const monitor = this.find(id, by);
    if (!monitor) return 'unknown-monitor';
    if (this.taken?.monitor === monitor) return undefined;
    if (!this.acts()) return 'not-running';
    if (!monitor.isConnected) return 'not-connected';
    if (this.taken) return 'taken';
    if (!this.agent.standAside()) return 'has-person';
    this.timesTaken += 1;
    const { present } = this.agent;
    const words = present && new SupervisedWords(this.parts, present, (event) => this.agent.take(event));
    this.taken = { monitor, words };
    monitor.watch(() => this.drop(monitor, 'vanish'));
    this.note({ step: 'take-over', by: by.email });
    return undefined;
  }

  /** The agent has the caller again. @param note For its model. */
  giveBack(id: string, by: Supervisor, note?: string): SupervisionRefusal | undefined {
    const monitor = this.find(id, by);
    if (!monitor) return 'unknown-monitor';
    if (this.taken?.monitor !== monitor) return 'not-taken';
    if (note !== undefined) this.agent.snapshots.noteInstruction(note);
    this.note({ step: 'give-back', by: by.email, ...(note !== undefined && { text: note }) });
    this.endTaken(true);
    return undefined;
  }

  /** A frame of the caller. Ignored without a monitor. */
  hear({ samples, atMs }: CallerAudioFrame): void {
    if (!this.toCallRate) return;
    this.taken?.words?.hear('caller', samples, atMs);
    const converted = this.toCallRate.convert(samples);
    for (const monitor of this.monitors.values()) monitor.hear('caller', converted);
  }

  /** The call is over. */
  close(): void {
    this.taken?.words?.close();
    this.taken = undefined;
    for (const monitor of this.monitors.values()) monitor.close();
    this.monitors.clear();
    this.rest();
  }

  private sent(frame: Int16Array): void {
    // Supervisors do not hear themselves.
    for (const monitor of this.monitors.values())
      if (monitor !== this.taken?.monitor) monitor.hear('agent', frame);
  }

  private say(monitor: CallMonitor, samples: Int16Array, atMs: number): void {
    if (this.taken?.monitor !== monitor) return;
    const speech = speechOf(this.parts);
    if (speech.queuedMs <= MOST_QUEUED_MS) speech.write(samples);
    this.taken.words?.hear('supervisor', samples, atMs);
  }

  private drop(monitor: CallMonitor, step: 'leave' | 'vanish'): void {
    if (!this.monitors.delete(monitor.id)) return;
    monitor.close();
    this.note({ step, by: monitor.by.email });
    if (this.taken?.monitor === monitor) this.endTaken(false);
    if (this.monitors.size === 0) this.rest();
  }

  /** @param isSilent The caller expects the agent: it need not say that it is back. */
  private endTaken(isSilent: boolean): void {
    this.taken?.monitor.endsWatch();
    this.taken?.words?.close();
    this.taken = undefined;
    speechOf(this.parts).clear();
    // Otherwise the call resumes its agent once this process may act again.
    if (this.acts()) void this.agent.resume(isSilent);
  }

  private rest(): void {
    this.toCallRate?.close();
    this.toCallRate = undefined;
    this.parts.media.speech.onSent = undefined;
  }

  private note(supervision: RecordedSupervision): void {
    this.parts.record.event({ kind: 'supervision', at: this.parts.clock.now(), ...supervision });
  }

  private find(id: string, by: Supervisor): CallMonitor | undefined {
    const monitor = this.monitors.get(id);
    return monitor?.by.id === by.id ? monitor : undefined;
  }
}
