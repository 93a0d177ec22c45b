import { Inject, Injectable } from '@nestjs/common';
import { AccountAnswerers } from '../../answering/index.js';
import { Clock } from '../../common/clock/index.js';
import { ModelAsker } from '../judge/model-asker.js';
import type { RecordedCall } from '../recorded/recorded-call.js';
import { RecordedCalls } from '../recorded/recorded-calls.service.js';
import type { RehearsalLine } from '../run/rehearsal-lines.js';
import type { RehearsedAgent } from '../run/rehearsed-agent.js';
import { VersionedAgents } from '../run/versioned-agents.js';
import { compareLanes, type Comparison } from './compare-lanes.js';
import { preferenceOf } from './preference-judge.js';
import { holdLane, type ReplayLane } from './replay-lane.js';
import type { ReplayedConversation } from './replay-script.js';
import { ToolTape } from './tool-tape.js';

/** A call replayed: as recorded, with the version that had it, and with the one that is tested. */
export interface ReplayResult extends Comparison {
  readonly conversationId: string;
  /** Null where the version that had the call is unknown: then what is on record is the baseline. */
  readonly again: ReplayLane | null;
  readonly candidate: ReplayLane;
  /** How much the candidate's words differ from those of the baseline's lane or the record, 0 to 1. */
  readonly change: number;
}

type ReplayOutcome =
  | { readonly kind: 'replayed'; readonly replay: ReplayResult }
  | {
      readonly kind: 'not-replayable';
      readonly code: 'CONVERSATION_NOT_FOUND' | 'CONVERSATION_WITHOUT_WORDS';
    };

export type OpenLane = (agent: RehearsedAgent, answer: ToolTape['answer']) => Promise<RehearsalLine>;

/** Replays real calls in text. No tool is really called. */
@Injectable()
export class Replay {
  constructor(
    private readonly calls: RecordedCalls,
    private readonly agents: VersionedAgents,
    private readonly asker: ModelAsker,
    @Inject(AccountAnswerers) private readonly models: Pick<AccountAnswerers, 'languageModel'>,
    private readonly clock: Clock,
  ) {}

  /** @throws AgentFault when an agent can't be reached or can't go on. */
  async run(
    candidate: RehearsedAgent,
    { conversationId, unknownTools }: ReplayedConversation,
    open: OpenLane,
    signal: AbortSignal,
  ): Promise<ReplayOutcome> {
    const { accountId, agentId } = candidate;
    const found = await this.calls.find({ accountId, agentId }, conversationId);
    if (found === 'without-words') return { kind: 'not-replayable', code: 'CONVERSATION_WITHOUT_WORDS' };
    if (!found) return { kind: 'not-replayable', code: 'CONVERSATION_NOT_FOUND' };
    const lane = (agent: RehearsedAgent) => this.lane(agent, found.call, unknownTools, open);
    const before = found.version === null ? undefined : await this.agents.of(candidate, found.version);
    const again = before ? await lane(before) : null;
    const tried = await lane(candidate);
    const baseline = again ?? asRecorded(found.call);
    const entry = await this.models.languageModel(accountId);
    const compared = await compareLanes(baseline, tried, preferenceOf(this.asker, entry, signal));
    const change = Math.abs(tried.change - (again?.change ?? 0));
    return { kind: 'replayed', replay: { conversationId, ...compared, again, candidate: tried, change } };
  }

  private async lane(
    agent: RehearsedAgent,
    call: RecordedCall,
    unknownTools: string | undefined,
    open: OpenLane,
  ): Promise<ReplayLane> {
    const tape = new ToolTape(call, unknownTools);
    const line = await open(agent, tape.answer);
    try {
      return await holdLane(line, call, tape, () => this.clock.monotonicMs());
    } finally {
      await line.close();
    }
  }
}

const asRecorded = ({ exchanges }: RecordedCall): ReplayLane => ({
  exchanges: exchanges.map(({ said = null, replies }) => ({ said, replies })),
  ...{ deviations: [], change: 0, durationMs: 0 },
});
