import { Inject, Injectable } from '@nestjs/common';
import { AccountAnswerers } from '../../answering/index.js';
import { Clock } from '../../common/clock/index.js';
import type { CallRecording } from '../../conversations/index.js';
import { ModelAsker } from '../judge/model-asker.js';
import { type CallerSound, callerSounds } from './caller-sounds.js';
import type { RecordedCall } from '../recorded/recorded-call.js';
import { type FoundRecordedCall, RecordedCalls } from '../recorded/recorded-calls.service.js';
import type { RehearsalLine } from '../tested-agents/rehearsal-lines.js';
import type { SpokenTurn } from '../script/test-script.js';
import type { RehearsedAgent } from '../tested-agents/rehearsed-agent.js';
import { VersionedAgents } from '../tested-agents/versioned-agents.js';
import { compareLanes, type Comparison } from './compare-lanes.js';
import { preferenceOf } from './preference-judge.js';
import { type CallerPart, holdLane, type ReplayLane } from './replay-lane.js';
import type { ReplayedConversation } from '../script/replay-script.js';
import { type LaneSound, ReplaySounds } from './replay-sounds.js';
import { toolJudgeOf } from './tool-judge.js';
import { ToolTape } from './tool-tape.js';

/** A replayed call: as recorded, with the original version, and with the tested one. */
export interface ReplayResult extends Comparison {
  readonly conversationId: string;
  /** `text` also if audio was requested but missing for something said. */
  readonly by: 'sound' | 'text';
  /** Null if the original version is unknown; then the record is the baseline. */
  readonly again: ReplayLane | null;
  readonly candidate: ReplayLane;
  /** How much the candidate's words differ from the baseline's, 0 to 1. */
  readonly change: number;
}

type ReplayOutcome =
  | { readonly kind: 'replayed'; readonly replay: ReplayResult }
  | {
      readonly kind: 'not-replayable';
      readonly code: 'CONVERSATION_NOT_FOUND' | 'CONVERSATION_WITHOUT_WORDS';
    };

/** @param turns The caller's actions, for a lane by voice; undefined: in text. */
export type OpenLane = (
  agent: RehearsedAgent,
  answer: ToolTape['answer'],
  turns: readonly SpokenTurn[] | undefined,
  recording: CallRecording | undefined,
) => Promise<RehearsalLine>;

interface Lanes {
  readonly open: OpenLane;
  /** Plays the caller's recording. */
  readonly isHeard: boolean;
}

/** Replays real calls, in text or with the recorded audio. Tools are answered from the record. */
@Injectable()
export class Replay {
  constructor(
    private readonly calls: RecordedCalls,
    private readonly agents: VersionedAgents,
    private readonly asker: ModelAsker,
    @Inject(AccountAnswerers) private readonly models: Pick<AccountAnswerers, 'languageModel'>,
    private readonly clock: Clock,
    @Inject(ReplaySounds) private readonly kept: Pick<ReplaySounds, 'begin'>,
  ) {}

  /** @throws AgentFault when an agent can't be reached or can't continue. */
  async run(
    candidate: RehearsedAgent,
    { conversationId, unknownTools, judgeTools }: ReplayedConversation,
    { open, isHeard }: Lanes,
    signal: AbortSignal,
  ): Promise<ReplayOutcome> {
    const { accountId, agentId } = candidate;
    const found = await this.calls.find({ accountId, agentId }, conversationId);
    if (found === 'without-words') return { kind: 'not-replayable', code: 'CONVERSATION_WITHOUT_WORDS' };
    if (!found) return { kind: 'not-replayable', code: 'CONVERSATION_NOT_FOUND' };
    const sounds = isHeard ? await this.soundsOf(conversationId, found) : undefined;
    const entry = await this.models.languageModel(accountId);
    const judge = judgeTools ? toolJudgeOf(this.asker, entry, signal) : undefined;
    const lane = async (agent: RehearsedAgent) => {
      const tape = new ToolTape(found.call, unknownTools, judge);
      const sound = sounds && (await this.kept.begin(conversationId, agent.document));
      return this.lane(agent, found.call, sounds, tape, open, sound);
    };
    const before = found.version === null ? undefined : await this.agents.of(candidate, found.version);
    const again = before ? await lane(before) : null;
    const tried = await lane(candidate);
    const baseline = again ?? asRecorded(found.call);
    const compared = await compareLanes(baseline, tried, preferenceOf(this.asker, entry, signal));
    const change = Math.abs(tried.change - (again?.change ?? 0));
    const by = sounds ? 'sound' : 'text';
    return { kind: 'replayed', replay: { conversationId, by, ...compared, again, candidate: tried, change } };
  }

  private async soundsOf(conversationId: string, { call, startedAt }: FoundRecordedCall) {
    const sound = await this.calls.soundOf(conversationId);
    return sound && callerSounds(call, sound, startedAt);
  }

  private async lane(
    agent: RehearsedAgent,
    call: RecordedCall,
    sounds: readonly (readonly CallerSound[])[] | undefined,
    tape: ToolTape,
    open: OpenLane,
    sound: LaneSound | undefined,
  ): Promise<ReplayLane> {
    const part = partOf(call, sounds);
    const line = await open(agent, tape.answer, sounds && part.flat(), sound?.recording);
    try {
      const held = await holdLane(line, call, part, tape, () => this.clock.monotonicMs());
      return { ...held, ...(sound && { sound: sound.id }) };
    } finally {
      await line.close();
    }
  }
}

/** The words are attached to the last piece of an exchange. */
const partOf = (
  { exchanges }: RecordedCall,
  sounds: readonly (readonly CallerSound[])[] | undefined,
): CallerPart =>
  exchanges.map(({ said }, at) => {
    if (said === undefined) return [];
    const pieces = sounds?.[at];
    if (!pieces) return [{ say: said }];
    return pieces.map(({ samples, interruptAfterMs }, index): SpokenTurn => ({
      recorded: samples,
      ...(index === pieces.length - 1 && { say: said }),
      ...(interruptAfterMs !== undefined && { interruptAfterMs }),
    }));
  });

const asRecorded = ({ exchanges }: RecordedCall): ReplayLane => ({
  exchanges: exchanges.map(({ said = null, replies }) => ({ said, replies })),
  ...{ deviations: [], change: 0, durationMs: 0 },
});
