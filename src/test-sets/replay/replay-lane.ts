import type { RecordedCall } from '../recorded/recorded-call.js';
import type { RehearsalLine } from '../run/rehearsal-lines.js';
import { wordErrorRate } from '../spoken/word-errors.js';
import type { ToolTape } from './tool-tape.js';

const MAX_WORDS = 300;

/** A call once more, with one version of the agent. */
export interface ReplayLane {
  readonly exchanges: readonly { readonly said: string | null; readonly replies: readonly string[] }[];
  /** What went otherwise than on record, in words: tools, ends, silence. */
  readonly deviations: readonly string[];
  /** How much the words differ from those on record, 0 to 1 (word error rate, averaged over the answers). */
  readonly change: number;
  readonly durationMs: number;
}

/** Says what the caller said, turn by turn. @throws AgentFault when the agent can't go on. */
export async function holdLane(
  line: RehearsalLine,
  { exchanges }: RecordedCall,
  tape: Pick<ToolTape, 'unknown' | 'missing'>,
  nowMs: () => number,
): Promise<ReplayLane> {
  const beganMs = nowMs();
  const held: { said: string | null; replies: readonly string[] }[] = [];
  const deviations: string[] = [];
  let reply = line.opening.reply;
  for (const { said, replies } of exchanges) {
    if (said !== undefined) {
      if (reply.ended) {
        deviations.push('hung up earlier');
        break;
      }
      ({ reply } = await line.take({ say: said }, undefined));
    }
    held.push({ said: said ?? null, replies: reply.replies });
    if (replies.length > 0 && reply.replies.length === 0 && !reply.ended)
      deviations.push(`said nothing upon "${said ?? ''}"`.slice(0, MAX_WORDS));
  }
  const changes = held.map(({ replies }, at) => changeOf(exchanges[at]?.replies ?? [], replies));
  return {
    exchanges: held,
    deviations: [
      ...deviations,
      ...tape.missing.map((call) => `did not call ${call}`.slice(0, MAX_WORDS)),
      ...tape.unknown.map((call) => `called ${call}, which is not on record`.slice(0, MAX_WORDS)),
    ],
    change: changes.reduce((sum, change) => sum + change, 0) / Math.max(1, changes.length),
    durationMs: Math.round(nowMs() - beganMs),
  };
}

const changeOf = (recorded: readonly string[], said: readonly string[]): number =>
  Math.min(1, wordErrorRate(recorded.join(' '), said.join(' ')));
