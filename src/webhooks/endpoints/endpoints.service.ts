import { Injectable } from '@nestjs/common';
import type { Actor, Scope } from '../../common/access/index.js';
import { recordChange } from '../../audit/index.js';
import { Clock } from '../../common/clock/index.js';
import { excerpt, forbidden, missingScope, notFound, validationFailed } from '../../common/errors/index.js';
import { newId } from '../../common/ids/index.js';
import { AccountQuotas } from '../../quotas/index.js';
import { after, NEWEST_FIRST, pageOf } from '../../http/pagination/index.js';
import { type Prisma, PrismaService } from '../../common/prisma/index.js';
import { SafeHttpClient } from '../../safe-http/index.js';
import type { WebhookEndpoint } from '../../generated/prisma/client.js';
import { DeliveryNudge } from '../events/delivery-nudge.js';
import { newSigningSecret } from './signature.js';
import { changeHeaders, type HeaderChange, isOtherHost } from './masked-headers.js';
import type { ExtraHeaders } from './extra-headers.js';
import { EndpointSecrets } from './endpoint-secrets.js';
import type { CreateEndpointDto, ListEndpointsQuery, UpdateEndpointDto } from './endpoint.dto.js';

const endpointNotFound = () => notFound('WEBHOOK_ENDPOINT_NOT_FOUND', 'There is no such webhook endpoint.');

@Injectable()
export class EndpointsService {
  constructor(
    private readonly prisma: PrismaService,
    private readonly secrets: EndpointSecrets,
    private readonly http: SafeHttpClient,
    private readonly clock: Clock,
    private readonly nudge: DeliveryNudge,
    private readonly quotas: AccountQuotas,
  ) {}

  async list(accountId: string, { enabled, event_type, limit, cursor }: ListEndpointsQuery) {
    const rows = await this.prisma.webhookEndpoint.findMany({
      where: {
        accountId,
        enabled,
        ...(event_type !== undefined && { eventTypes: { has: event_type } }),
        ...after(cursor),
      },
      orderBy: NEWEST_FIRST,
      take: limit + 1,
    });
    return pageOf(rows, limit);
  }

  /** @throws ApiError 404 if it does not exist or belongs to another account. */
  async get(accountId: string, id: string): Promise<WebhookEndpoint> {
    const endpoint = await this.prisma.webhookEndpoint.findFirst({ where: { id, accountId } });
    if (!endpoint) throw endpointNotFound();
    return endpoint;
  }

  /** Locks the endpoint against deletion until the transaction ends. @throws ApiError 404. */
  async hold(transaction: Prisma.TransactionClient, accountId: string, id: string): Promise<WebhookEndpoint> {
    await transaction.$executeRaw`
      SELECT 1 FROM webhook_endpoints WHERE id = ${id} AND account_id = ${accountId} FOR KEY SHARE`;
    const endpoint = await transaction.webhookEndpoint.findFirst({ where: { id, accountId } });
    if (!endpoint) throw endpointNotFound();
    return endpoint;
  }

  /**
   * Creates an endpoint and its signing secret, which is shown only once. Check its URL with `refuseBadUrl` first.
   * @throws ApiError 403, 409.
   */
  async create(transaction: Prisma.TransactionClient, actor: Actor, dto: CreateEndpointDto) {
    refuseForeignEvents(actor, dto.event_types);
    const id = newId('whe');
    const headers = headersOf(changeHeaders({}, dto.headers, false));
    const secret = newSigningSecret();
    await this.quotas.refuseOneTooMany(transaction, {
      accountId: actor.accountId,
      quota: 'webhookEndpoints',
      count: () => transaction.webhookEndpoint.count({ where: { accountId: actor.accountId } }),
      code: 'WEBHOOK_ENDPOINT_LIMIT_REACHED',
      remedy: 'Delete those that are not needed',
    });
    await recordChange(transaction, actor, { action: 'webhook_endpoint.create', resourceId: id });
    const now = this.clock.now();
    const endpoint = await transaction.webhookEndpoint.create({
      data: {
        id,
        accountId: actor.accountId,
        name: dto.name,
        url: dto.url,
        enabled: dto.enabled,
        eventTypes: dto.event_types,
        timeoutMs: dto.timeout_ms,
        headersSealed: this.secrets.sealHeaders(id, headers),
        secretSealed: this.secrets.sealSecret(id, secret),
        createdAt: now,
        updatedAt: now,
      },
    });
    return { endpoint, secret };
  }

  /** Changes the given fields. @throws ApiError 400, 403 and 404. */
  async update(actor: Actor, id: string, dto: UpdateEndpointDto): Promise<WebhookEndpoint> {
    if (dto.url !== undefined) await this.refuseBadUrl(dto.url);
    const endpoint = await this.prisma.$transaction(async (transaction) => {
      const headers = await this.headersAfter(transaction, actor, id, dto);
      const [changed] = await transaction.webhookEndpoint.updateManyAndReturn({
        where: { id, accountId: actor.accountId },
        data: {
          name: dto.name,
          url: dto.url,
          eventTypes: dto.event_types,
          timeoutMs: dto.timeout_ms,
          ...(headers && { headersSealed: this.secrets.sealHeaders(id, headers) }),
          // Enabling or disabling by hand clears the recorded failures.
          ...(dto.enabled !== undefined && {
            enabled: dto.enabled,
            failingSince: null,
            disabledReason: null,
            disabledAt: null,
          }),
          updatedAt: this.clock.now(),
        },
      });
      if (!changed) throw endpointNotFound();
      if (dto.url ?? dto.event_types) refuseForeignEvents(actor, changed.eventTypes);
      await recordChange(transaction, actor, {
        action: 'webhook_endpoint.update',
        resourceId: id,
        details: { fields: Object.keys(dto) },
      });
      return changed;
    });
    if (dto.enabled === true) this.nudge.now();
    return endpoint;
  }

  /** The headers after the change; undefined: unchanged. @throws ApiError 400 and 404. */
  private async headersAfter(
    transaction: Prisma.TransactionClient,
    { accountId }: Actor,
    id: string,
    { url, headers }: UpdateEndpointDto,
  ): Promise<ExtraHeaders | undefined> {
    if (url === undefined && headers === undefined) return undefined;
    // Locked until the end, so that the later of two concurrent changes sees the URL of the earlier.
    await transaction.$executeRaw`SELECT 1 FROM webhook_endpoints WHERE id = ${id} FOR UPDATE`;
    const before = await transaction.webhookEndpoint.findFirst({ where: { id, accountId } });
    if (!before) throw endpointNotFound();
    const stored = this.secrets.readHeaders(id, before.headersSealed);
    const moves = url !== undefined && isOtherHost(before.url, url);
    return headers === undefined && !moves ? undefined : headersOf(changeHeaders(stored, headers, moves));
  }

  /** Deletes an endpoint and its delivery log. @throws ApiError 404. */
  async delete(actor: Actor, id: string): Promise<void> {
    await this.prisma.$transaction(async (transaction) => {
      const { count } = await transaction.webhookEndpoint.deleteMany({
        where: { id, accountId: actor.accountId },
      });
      if (count === 0) throw endpointNotFound();
      await recordChange(transaction, actor, { action: 'webhook_endpoint.delete', resourceId: id });
    });
  }

  /** Rotates the secret; the old one also signs for `overlapHours`. @throws ApiError 404. */
  async rotateSecret(
    transaction: Prisma.TransactionClient,
    actor: Actor,
    id: string,
    overlapHours: number | undefined,
  ): Promise<string> {
    const secret = newSigningSecret();
    const until =
      overlapHours === undefined ? null : new Date(this.clock.now().getTime() + overlapHours * 3_600_000);
    // One statement, so that the later of two concurrent rotations keeps the earlier one's secret as the previous.
    const changed = await transaction.$executeRaw`
        UPDATE webhook_endpoints
        SET previous_secret_sealed = CASE WHEN ${until}::timestamptz IS NULL THEN NULL ELSE secret_sealed END,
            previous_secret_until = ${until},
            secret_sealed = ${this.secrets.sealSecret(id, secret)},
            updated_at = ${this.clock.now()}
        WHERE id = ${id} AND account_id = ${actor.accountId}`;
    if (changed === 0) throw endpointNotFound();
    await recordChange(transaction, actor, {
      action: 'webhook_endpoint.rotate_secret',
      resourceId: id,
      details: { overlapHours: overlapHours ?? 0 },
    });
    return secret;
  }

  /** Resolves the host name, so call it before a transaction. @throws ApiError 400. */
  async refuseBadUrl(url: string): Promise<void> {
    const problem = await this.http.problemWith(url);
    if (problem !== undefined) throw validationFailed(`url ${problem}`);
  }
}

function headersOf(change: HeaderChange): ExtraHeaders {
  if (change.ok) return change.headers;
  throw validationFailed(`headers.${excerpt(change.problem)}`);
}

/** Scopes required to subscribe: conversation events contain what was said, call events who was called. */
const READERS: readonly (readonly [events: string, scope: Scope, what: string])[] = [
  ['conversation.', 'conversations:read', 'conversations'],
  ['outbound_call.', 'calls:read', 'outbound calls'],
];

/** @throws ApiError 403 without the scope to read an event's data. */
function refuseForeignEvents(actor: Actor, types: readonly string[]): void {
  for (const [events, scope, what] of READERS) {
    if (actor.scopes.has(scope) || !types.some((type) => type.startsWith(events))) continue;
    throw forbidden(`${missingScope(scope)} It takes that to be told of ${what}.`);
  }
}
