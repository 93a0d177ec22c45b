import type { AgentEvent, JudgedOverlap } from '../voice/index.js';
import type { Clock } from '../common/clock/index.js';
import { newId } from '../common/ids/index.js';
import type { CallRecording, ConversationFeed, ConversationRecord } from '../conversations/index.js';
import type { CallParts } from './call-parts.js';
import { TurnSounds } from '../call-speech/index.js';

type TranscriptParts = Pick<CallParts, 'sessionId' | 'record' | 'recording' | 'feed' | 'clock'>;

/** Maximum overlaps of one call to publish and record. */
const MAX_OVERLAPS = 500;

/** Sends an agent's conversation to the call's record and to live observers. */
export class CallTranscript {
  private readonly sessionId: string;
  private readonly record: ConversationRecord;
  private readonly recording: CallRecording | undefined;
  private readonly feed: ConversationFeed;
  private readonly clock: Clock;
  private readonly startedAt = new Map<string, Date>();
  private overlaps = 0;
  /** The current agent, if it is not the one that was called. */
  private agentId: string | undefined;

  private readonly sounds: TurnSounds;

  constructor({ sessionId, record, recording, feed, clock }: TranscriptParts) {
    this.sessionId = sessionId;
    this.record = record;
    this.recording = recording;
    this.feed = feed;
    this.clock = clock;
    this.sounds = new TurnSounds(clock.monotonicMs());
  }

  take(event: Extract<AgentEvent, { kind: 'transcript' | 'turn-latency' }>): void {
    if (event.kind === 'transcript') return this.takeTranscript(event);
    const { turnId, latency } = event;
    this.record.turn({ ...this.turnOfAgent(turnId), latency });
    this.feed.publish(this.sessionId, { kind: 'latency', turnId, ...latency });
  }

  /** Records a handoff to another agent. */
  takesOver(agentId: string): void {
    this.agentId = agentId;
  }

  /** Text from the caller, recorded like any turn. */
  wrote(text: string): void {
    const turnId = newId('turn');
    this.takeTranscript({ kind: 'transcript', speaker: 'caller', turnId, text, final: true });
  }

  /** An announcement of the call itself, recorded like any turn. */
  said(text: string): void {
    this.takeTranscript({ kind: 'transcript', speaker: 'agent', turnId: newId('turn'), text, final: true });
  }

  /** Caller speech over the agent's. Noise causes many, so only the first ones are reported. */
  takeOverlap({ verdict, reason, afterMs, wordCount, evidence, meaning, margin }: JudgedOverlap): void {
    if (this.overlaps++ >= MAX_OVERLAPS) return;
    const overlap = { kind: 'overlap', verdict, reason, afterMs, wordCount } as const;
    this.feed.publish(this.sessionId, { ...overlap, meaning });
    const known = {
      ...evidence,
      ...(margin !== undefined && { margin }),
    };
    this.record.event({ ...overlap, meaning, at: this.clock.now(), evidence: known });
  }

  private takeTranscript(event: Extract<AgentEvent, { kind: 'transcript' }>): void {
    const { turnId, speaker, by, text, final, interruptedAfterMs } = event;
    const interrupted = interruptedAfterMs === undefined ? {} : { interrupted: true };
    const now = this.clock.now();
    const isNew = !this.startedAt.has(turnId);
    const startedAt = this.startedAt.get(turnId) ?? now;
    this.startedAt.set(turnId, startedAt);
    this.feed.publish(this.sessionId, { kind: 'transcript', speaker, turnId, text, final, ...interrupted });
    // Interim transcripts change several times a second. The record needs a turn's start, which fixes its position, and
    // its end.
    if (isNew || final) {
      const turn = { turnId, speaker, ...(by && { by }), ...this.whose(), text, startedAt, ...interrupted };
      const found = this.record.turn({ ...turn, ...(final && { endedAt: now }) });
      this.sounds.heard(turnId, speaker, final, this.clock.monotonicMs());
      for (const id of found) this.silence(id);
    }
  }

  private silence(turnId: string): void {
    const sound = this.sounds.of(turnId);
    if (sound) this.recording?.silence(sound.speaker, sound.fromMs, sound.toMs);
  }

  private turnOfAgent(turnId: string) {
    const startedAt = this.startedAt.get(turnId) ?? this.clock.now();
    this.startedAt.set(turnId, startedAt);
    return { turnId, speaker: 'agent' as const, ...this.whose(), startedAt };
  }

  private whose() {
    return this.agentId === undefined ? {} : { agentId: this.agentId };
  }
}
