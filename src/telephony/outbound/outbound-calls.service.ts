import { Injectable } from '@nestjs/common';
import { foreignPlaces } from '../../agent-document/index.js';
import { AgentsService } from '../../agents/index.js';
import { type Actor, refuseForeignEnvironment, toDbEnvironment } from '../../common/access/index.js';
import { recordChange } from '../../audit/index.js';
import { Clock } from '../../common/clock/index.js';
import { AppConfig } from '../../common/config/index.js';
import { ApiError, excerpt, notFound } from '../../common/errors/index.js';
import { newId } from '../../common/ids/index.js';
import { AccountQuotas } from '../../quotas/index.js';
import { toE164 } from '../../common/phone-numbers/index.js';
import { Prisma, PrismaService } from '../../common/prisma/index.js';
import { callerNumbers } from '../../connectors/index.js';
import type { OutboundCall } from '../../generated/prisma/client.js';
import { EventsService } from '../../webhooks/index.js';
import { permits } from '../number-rules/allowed-numbers.js';
import { type AnsweringMachineDto, type CreateOutboundCallDto } from './outbound-call.dto.js';
import { invalid } from './invalid-order.js';
import { routeOf, trunksOf } from './order-route.js';
import { type OutboundEnd, OutboundEnds } from './outbound-ends.js';
import { OutboundQueue } from './outbound-queue.service.js';
import { OUTBOUND_REASONS, type OutboundReason } from '../dialling/reasons.js';
import { OutboundRules } from './rules/outbound-rules.service.js';

const DEFAULT_LIFETIME_SECONDS = 3_600;

type Transaction = Prisma.TransactionClient;

const outboundCallNotFound = () => notFound('OUTBOUND_CALLS_NOT_FOUND', 'No such outbound call.');

/** Requests for outbound calls: permission and status. The queue executes them. */
@Injectable()
export class OutboundCallsService {
  constructor(
    private readonly prisma: PrismaService,
    private readonly agents: AgentsService,
    private readonly queue: OutboundQueue,
    private readonly ends: OutboundEnds,
    private readonly events: EventsService,
    private readonly rules: OutboundRules,
    private readonly clock: Clock,
    private readonly quotas: AccountQuotas,
    private readonly config: AppConfig,
  ) {}

  /**
   * Queues an outbound call.
   * @throws ApiError 400, 403, 404 `PROJECT_NOT_FOUND`, 409 `OUTBOUND_QUEUE_FULL`
   */
  async order(
    transaction: Transaction,
    actor: Actor,
    agentId: string,
    wanted: CreateOutboundCallDto,
  ): Promise<OutboundCall> {
    const { accountId } = actor;
    refuseForeignEnvironment(actor, wanted.environment);
    await this.agents.get(accountId, agentId);
    refuseUselessMessage(wanted);
    const { toNumber, trunkId } = routeOf(wanted, await trunksOf(transaction, accountId));
    await this.refuseForbidden(accountId, agentId, toNumber);
    const { fromNumber, fromName } = await ownNumber(transaction, accountId, agentId, wanted);
    await this.refuseTooMany(transaction, accountId);
    const row = await transaction.outboundCall.create({
      data: {
        id: newId('call'),
        accountId,
        agentId,
        trunkId,
        toNumber,
        fromNumber,
        fromName,
        ...this.termsOf(wanted),
      },
    });
    const details = { toNumber, fromNumber, trunkId, environment: wanted.environment };
    await recordChange(transaction, actor, {
      action: 'outbound-call.create',
      resourceId: row.id,
      agentId,
      details,
    });
    return row;
  }

  /**
   * Waits briefly for an immediate refusal by the trunk.
   * @throws ApiError 502 `OUTBOUND_CALL_REFUSED` on a refusal, also when the request is repeated
   */
  async refuseIfTrunkDoes(id: string): Promise<void> {
    const row = await this.prisma.outboundCall.findUnique({ where: { id } });
    if (row?.refusedAtOnce) throw refusedByTrunk(row.reason);
    if (row?.status !== 'QUEUED' && row?.status !== 'CALLING') return;
    const refusal = await this.queue.firstAnswer(id);
    if (refusal !== undefined) throw refusedByTrunk(refusal);
  }

  /** @throws ApiError 404 `PROJECT_NOT_FOUND`, `OUTBOUND_CALLS_NOT_FOUND` */
  async get(accountId: string, agentId: string, id: string): Promise<OutboundCall> {
    await this.agents.get(accountId, agentId);
    const row = await this.prisma.outboundCall.findFirst({ where: { id, accountId, agentId } });
    if (!row) throw outboundCallNotFound();
    return row;
  }

  /**
   * Cancels an outbound call or hangs up. No effect after its end.
   * @throws ApiError 403, 404
   */
  async cancel(actor: Actor, agentId: string, id: string): Promise<void> {
    const row = await this.get(actor.accountId, agentId, id);
    const environment = row.environment === 'pre_release' ? 'pre-release' : row.environment;
    refuseForeignEnvironment(actor, environment);
    const event = await this.prisma.$transaction(async (transaction) => {
      await transaction.$executeRaw`
        UPDATE outbound_calls SET cancel_wanted = true WHERE id = ${id} AND ended_at IS NULL`;
      const end: OutboundEnd = { status: 'FAILURE', reason: 'cancelled' };
      const ended = await this.ends.endWithin(transaction, id, end, Prisma.sql`owner IS NULL`);
      await recordChange(transaction, actor, {
        action: 'outbound-call.cancel',
        resourceId: id,
        agentId,
      });
      return ended;
    });
    if (event) this.events.announce(event);
    this.queue.cancel(id);
  }

  private termsOf(wanted: CreateOutboundCallDto) {
    const { ringSeconds } = this.config.outboundCalls;
    const machine: Readonly<AnsweringMachineDto> | undefined = wanted.answeringMachine;
    const lifetimeMs = (wanted.expiresInSeconds ?? DEFAULT_LIFETIME_SECONDS) * 1_000;
    return {
      environment: toDbEnvironment(wanted.environment),
      variantId: wanted.variantId ?? null,
      encrypted: wanted.encryption === 'required',
      metadata: { ...wanted.metadata },
      machine: machine ? { ...machine } : Prisma.DbNull,
      ringSeconds: wanted.ringSeconds ?? ringSeconds,
      expiresAt: new Date(this.clock.now().getTime() + lifetimeMs),
    };
  }

  private async refuseForbidden(accountId: string, agentId: string, toNumber: string): Promise<void> {
    const rules = await this.rules.of(accountId, agentId);
    if (rules.every((rule) => permits(toNumber, rule))) return;
    throw new ApiError(
      400,
      'OUTBOUND_CALLS_NUMBER_NOT_ALLOWED',
      `${toNumber} may not be called: see the outbound-rules of the account and of the agent.`,
    );
  }

  private async refuseTooMany(transaction: Transaction, accountId: string): Promise<void> {
    await this.quotas.refuseOneTooMany(transaction, {
      accountId,
      quota: 'queuedOutboundCalls',
      count: () => transaction.outboundCall.count({ where: { accountId, status: 'QUEUED' } }),
      code: 'OUTBOUND_QUEUE_FULL',
      remedy: 'Try again when some were made',
    });
  }
}

function refusedByTrunk(reason: string | null): ApiError {
  const known = Object.hasOwn(OUTBOUND_REASONS, reason ?? '') ? (reason as OutboundReason) : 'trunk_refused';
  const message = `The call was not made (${known}). ${OUTBOUND_REASONS[known]} Check the trunk, and order the call again.`;
  return new ApiError(502, 'OUTBOUND_CALL_REFUSED', message, { retryable: false });
}

function refuseUselessMessage({ answeringMachine }: CreateOutboundCallDto): void {
  if (!answeringMachine) return;
  const { action, message } = answeringMachine;
  if ((action === 'leave_message') !== (message !== undefined)) {
    throw invalid('answeringMachine.message goes with the action leave_message, and with no other.');
  }
  const [foreign] = foreignPlaces(message ?? '', 'spoken');
  if (foreign !== undefined) throw invalid(`answeringMachine.message ${foreign}.`);
}

/**
 * The number to show and its display name.
 * @throws ApiError 400 if the agent has no number, or not that one
 */
async function ownNumber(
  transaction: Transaction,
  accountId: string,
  agentId: string,
  { environment, fromNumber: written }: CreateOutboundCallDto,
): Promise<{ fromNumber: string; fromName: string | null }> {
  const rows = await callerNumbers(transaction, { accountId, agentId, environment });
  if (written === undefined) {
    const first = rows.find(({ number }) => !number.endsWith('*'));
    if (first) return { fromNumber: first.number, fromName: first.callerName };
    throw invalid(
      `The agent has no phone number in ${environment} to call from: import one, or name one of its ranges’ as fromNumber.`,
    );
  }
  const fromNumber = toE164(written, undefined) ?? written;
  const isIn = (number: string) =>
    number.endsWith('*') ? fromNumber.startsWith(number.slice(0, -1)) : number === fromNumber;
  const own = rows.find(({ number }) => number === fromNumber) ?? rows.find(({ number }) => isIn(number));
  if (own) return { fromNumber, fromName: own.callerName };
  throw invalid(`fromNumber: ${excerpt(fromNumber)} is no phone number of the agent in ${environment}.`);
}
