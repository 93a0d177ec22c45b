import { Injectable } from '@nestjs/common';
import { Value } from '@sinclair/typebox/value';
import { recordChange } from '../../audit/index.js';
import { InstanceLease, PeerMessageSealer } from '../../cluster/index.js';
import { type Actor, fromDbEnvironment, refuseForeignEnvironment } from '../../common/access/index.js';
import { unavailable, validationFailed } from '../../common/errors/index.js';
import { PrismaService } from '../../common/prisma/index.js';
import { CallOwnership, ConversationsService } from '../../conversations/index.js';
import { SupervisedCalls } from './supervised-calls.js';
import {
  PEER_SUPERVISION_PATH,
  type SupervisionAsk,
  type SupervisionCommand,
  SupervisionOutcome,
} from './supervision-command.js';
import { OUT_OF_REACH, supervisionRefusal } from './supervision-refusals.js';

/** An owner answers within milliseconds, or opens media within this time. */
const ANSWER_WITHIN_MS = 6_000;
const ELSEWHERE: SupervisionOutcome = { kind: 'elsewhere' };

/** Supervises calls on any instance: their owner carries out the commands. */
@Injectable()
export class SupervisionService {
  constructor(
    private readonly prisma: PrismaService,
    private readonly conversations: ConversationsService,
    private readonly ownership: CallOwnership,
    private readonly calls: SupervisedCalls,
    private readonly lease: InstanceLease,
    private readonly sealer: PeerMessageSealer,
  ) {}

  /**
   * @returns The new monitor, for `monitor`.
   * @throws ApiError 403 for a call of an environment beyond the key's, 404 `CONVERSATIONS_NOT_FOUND`, and refusals of
   * the call
   */
  async run(actor: Actor, conversationId: string, command: SupervisionCommand) {
    const call = await this.conversations.require(actor, conversationId);
    if (call.environment !== null) {
      const name = fromDbEnvironment(call.environment);
      refuseForeignEnvironment(actor, name, `supervise a call of ${name}`);
    }
    if (call.endedAt !== null || call.mode === 'text') throw supervisionRefusal('not-running');
    const outcome = await this.reach(call.sessionId, actor, command);
    if (outcome.kind === 'refused') throw supervisionRefusal(outcome.why);
    if (outcome.kind === 'bad-offer') throw validationFailed(`sdp: ${outcome.message}`);
    if (outcome.kind === 'elsewhere') throw unavailable(OUT_OF_REACH);
    const change = { action: `call.${command.kind}`, resourceId: conversationId, agentId: call.agentId };
    await recordChange(this.prisma, actor, change);
    return outcome.monitor;
  }

  private async reach(
    sessionId: string,
    { keyId: id, email }: Actor,
    command: SupervisionCommand,
  ): Promise<SupervisionOutcome> {
    const by = { id, email };
    const here = await this.calls.run(sessionId, by, command);
    if (here.kind !== 'elsewhere') return here;
    const { instanceId, address } = (await this.ownership.find(sessionId))?.owner ?? {};
    if (instanceId === undefined || address === undefined || instanceId === this.lease.instanceId)
      return ELSEWHERE;
    return await this.ask(address, { kind: 'supervision', instanceId, sessionId, by, command });
  }

  private async ask(address: string, asked: SupervisionAsk): Promise<SupervisionOutcome> {
    try {
      const answer = await fetch(`${address}/${PEER_SUPERVISION_PATH}`, {
        method: 'POST',
        redirect: 'error',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ sealed: this.sealer.seal(asked) }),
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      });
      const outcome: unknown = answer.ok ? await answer.json() : undefined;
      return Value.Check(SupervisionOutcome, outcome) ? outcome : ELSEWHERE;
    } catch {
      return ELSEWHERE;
    }
  }
}
