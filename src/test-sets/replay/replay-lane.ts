import type { RecordedCall, RecordedExchange } from '../recorded/recorded-call.js';
import type { RehearsalLine } from '../tested-agents/rehearsal-lines.js';
import type { SpokenTurn } from '../script/test-script.js';
import { wordErrorRate } from '../spoken/word-errors.js';
import { type LaneTimes, type PlayedTurn, soundDeviations, timesOf } from './lane-times.js';
import type { ToolTape } from './tool-tape.js';

const MAX_WORDS = 300;

interface LaneExchange {
  readonly said: string | null;
  readonly replies: readonly string[];
  /** The agent's transcript of the caller's audio. */
  readonly heard?: string;
  /** Start in milliseconds since the start of the call, if held by voice. */
  readonly atMs?: number;
}

/** A replay of a call with one version of the agent. */
export interface ReplayLane {
  readonly exchanges: readonly LaneExchange[];
  /** Deviations from the record, in words: tools, ends, silence; by voice also words and interruptions. */
  readonly deviations: readonly string[];
  /** How much the words differ from the record, 0 to 1 (word error rate, averaged over the answers). */
  readonly change: number;
  readonly durationMs: number;
  /** Set for a lane held as a call. */
  readonly times?: LaneTimes;
  /** Its audio, if stored: `replay` of the conversation's recording. */
  readonly sound?: string;
}

/** What the caller does in each exchange: repeats the text, or plays the audio. */
export type CallerPart = readonly (readonly SpokenTurn[])[];

/** Repeats what the caller said, turn by turn. @throws AgentFault when the agent can't continue. */
export async function holdLane(
  line: RehearsalLine,
  { exchanges }: RecordedCall,
  part: CallerPart,
  tape: Pick<ToolTape, 'unknown' | 'missing'>,
  nowMs: () => number,
): Promise<ReplayLane> {
  const beganMs = nowMs();
  const caller = new CallerAgain(line, part);
  const held: LaneExchange[] = [];
  const deviations: string[] = [];
  for (const [at, exchange] of exchanges.entries()) {
    if (exchange.said !== undefined && caller.isOver) {
      deviations.push('hung up earlier');
      break;
    }
    const { taken, otherwise } = await caller.take(at, exchange);
    held.push(taken);
    deviations.push(...otherwise);
  }
  const changes = held.map(({ replies }, at) => changeOf(exchanges[at]?.replies ?? [], replies));
  const { spoken } = line.opening;
  return {
    exchanges: held,
    deviations: [...deviations, ...toolDeviations(tape)].map((words) => words.slice(0, MAX_WORDS)),
    change: changes.reduce((sum, change) => sum + change, 0) / Math.max(1, changes.length),
    durationMs: Math.round(nowMs() - beganMs),
    ...(spoken && { times: timesOf(spoken, caller.played) }),
  };
}

class CallerAgain {
  readonly played: PlayedTurn[] = [];
  isOver: boolean;
  private readonly turns: readonly SpokenTurn[];
  private taken = 0;

  constructor(
    private readonly line: RehearsalLine,
    private readonly part: CallerPart,
  ) {
    this.turns = part.flat();
    this.isOver = line.opening.reply.ended;
  }

  async take(at: number, exchange: RecordedExchange) {
    const { said, cutsOff } = exchange;
    const replies: string[] = said === undefined ? [...this.line.opening.reply.replies] : [];
    const before = this.played.length;
    const { spoken: opening } = this.line.opening;
    // An exchange begins where the previous one ended; the greeting begins with the call.
    const atMs = opening && (said === undefined ? 0 : (this.played.at(-1)?.facts ?? opening).callMs);
    for (const turn of this.part[at] ?? []) {
      if (this.isOver) break;
      const { reply, spoken } = await this.line.take(turn, this.turns[++this.taken]);
      replies.push(...reply.replies);
      this.isOver = reply.ended;
      if (spoken) this.played.push({ turn, facts: spoken });
    }
    const own = this.played.slice(before);
    const isSilent = exchange.replies.length > 0 && replies.length === 0 && !this.isOver;
    const heard = own
      .map(({ facts }) => facts.heard)
      .join(' ')
      .trim();
    return {
      taken: {
        said: said ?? null,
        replies,
        ...(own.length > 0 && { heard }),
        ...(atMs !== undefined && { atMs }),
      },
      otherwise: [
        ...(isSilent ? [`said nothing upon "${said ?? ''}"`] : []),
        ...(said === undefined ? [] : soundDeviations(said, cutsOff, own)),
      ],
    };
  }
}

const toolDeviations = ({ missing, unknown }: Pick<ToolTape, 'unknown' | 'missing'>): string[] => [
  ...missing.map((call) => `did not call ${call}`),
  ...unknown.map((call) => `called ${call}, which is not on record`),
];

const changeOf = (recorded: readonly string[], said: readonly string[]): number =>
  Math.min(1, wordErrorRate(recorded.join(' '), said.join(' ')));
