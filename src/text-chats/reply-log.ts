import type { RecordedEvent, RecordedTurn, RecordedUsage } from '../conversations/index.js';
import { newId } from '../common/ids/index.js';
import type { AgentEvent, RetrievedTopic, TextReply } from '../voice/index.js';

/** Shown characters of a tool's result. */
const MAX_SHOWN_OUTPUT = 2_000;

/** A tool call in a chat's response. */
export interface FunctionEvent {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** The tool's result, at most 2,000 characters; null if it returned nothing. */
  readonly output: string | null;
  readonly outcome: 'ok' | 'error' | 'timeout' | 'unknown' | null;
  readonly durationMs: number | null;
}

/** There are no interruptions in text. */
type Recorded = Extract<AgentEvent, { kind: Exclude<RecordedEvent['kind'], 'overlap'> }>;

const RECORDED: ReadonlySet<string> = new Set([
  'tool-call',
  'knowledge',
  'claim',
  'transfer',
  'dtmf',
  'fault',
  'form',
] satisfies Recorded['kind'][]);

const isRecorded = (event: AgentEvent): event is Recorded => RECORDED.has(event.kind);

/** Collects events while a message is answered, for its record and its response. */
export class ReplyLog {
  readonly events: RecordedEvent[] = [];
  readonly usage: RecordedUsage[] = [];
  private firstSentenceAtMs: number | undefined;
  private readonly startedAt: Date;
  private readonly beganAtMs: number;

  constructor(private readonly clock: { now(): Date; monotonicMs(): number }) {
    this.startedAt = clock.now();
    this.beganAtMs = clock.monotonicMs();
  }

  readonly take = (event: AgentEvent): void => {
    if (event.kind === 'usage') this.usage.push(event.usage);
    if (isRecorded(event)) this.events.push({ ...event, at: this.clock.now() });
  };

  /** The first words of the answer have arrived. */
  sentence(): void {
    this.firstSentenceAtMs ??= this.clock.monotonicMs() - this.beganAtMs;
  }

  /** @param said The user's message; undefined if the agent speaks first. */
  turns(said: string | undefined, reply: TextReply): RecordedTurn[] {
    const turns: RecordedTurn[] = [];
    const { startedAt } = this;
    const add = (speaker: RecordedTurn['speaker'], text: string, more: Partial<RecordedTurn>) =>
      turns.push({ turnId: newId('turn'), speaker, text, startedAt, ...more });
    if (said !== undefined) add('caller', said, { endedAt: startedAt });
    const text = reply.replies.join(' ');
    const firstTokenMs = this.firstSentenceAtMs;
    const latency = firstTokenMs !== undefined && { latency: { firstTokenMs } };
    if (text !== '') add('agent', text, { endedAt: this.clock.now(), ...latency });
    return turns;
  }

  /** Topics retrieved for the answer, without duplicates. */
  retrievedTopics(): RetrievedTopic[] {
    const topics = this.events.flatMap((event) => (event.kind === 'knowledge' ? event.topics : []));
    return [...new Map(topics.map((topic) => [`${topic.id} ${topic.title}`, topic])).values()];
  }

  /** Tool calls in the order of their results. */
  functionEvents({ toolCalls }: TextReply): FunctionEvent[] {
    const known = this.events.filter((event) => event.kind === 'tool-call');
    return toolCalls.map(({ name, arguments: given, output }) => {
      const at = known.findIndex((event) => event.name === name);
      const [measured] = at < 0 ? [] : known.splice(at, 1);
      return {
        name,
        arguments: given,
        output: output?.slice(0, MAX_SHOWN_OUTPUT) ?? null,
        outcome: measured?.outcome ?? null,
        durationMs: measured?.durationMs ?? null,
      };
    });
  }
}
