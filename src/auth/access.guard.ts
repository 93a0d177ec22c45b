import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import {
  ADDS_BYTES,
  type AuthenticatedRequest,
  DECLARED_LIMITS,
  type KeyLimits,
  keyLimitsOf,
  mayTouchAgent,
  type Principal,
  PUBLIC,
  refuseAgentLimit,
  REQUIRED_SCOPE,
  type RequiredAccess,
} from '../common/access/index.js';
import { forbidden, missingScope, notFound, roleLacks, unauthorized } from '../common/errors/index.js';
import { AccountStorage } from '../quotas/index.js';
import { ApiKeysService } from './api-keys.service.js';
import { CredentialLookUp } from './credentials/credential-look-up.js';
import { LastUse } from './last-use.js';
import { AccountRateLimit } from './rate-limit.js';
import { SuspendedAccounts } from './operator/suspended-accounts.js';
import { sessionTokenOf } from './sessions/session-cookie.js';
import { SessionAuthenticator } from './sessions/session-authenticator.js';

/** Methods that may add to what an account stores. */
const MAY_ADD: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

/** Route metadata set by the decorators. */
interface RouteMarks {
  readonly controller: unknown;
  readonly isPublic: boolean;
  readonly required: RequiredAccess | undefined;
  readonly declared: Partial<KeyLimits> | undefined;
  readonly addsBytes: boolean;
}

/** Closed by default: a route needs an API key or a signed-in person with its scope, unless it is marked public. */
@Injectable()
export class AccessGuard implements CanActivate {
  private readonly marks = new WeakMap<object, RouteMarks>();

  constructor(
    private readonly reflector: Reflector,
    private readonly apiKeys: ApiKeysService,
    private readonly sessions: SessionAuthenticator,
    private readonly rateLimit: AccountRateLimit,
    private readonly lastUse: LastUse,
    private readonly lookUp: CredentialLookUp,
    private readonly suspended: SuspendedAccounts,
    private readonly storage: AccountStorage,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    // Signaling frames carry their own token; the gateway checks it.
    if (context.getType() !== 'http') return true;
    const { isPublic, required, declared, addsBytes } = this.marksOf(context);
    if (isPublic) return true;
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    const principal = await this.authenticate(request);
    this.suspended.refuse(principal.accountId);
    refuseWithout(required, principal);
    this.refuseForeignAgent(principal, request);
    refuseBeyondLimits(principal, keyLimitsOf(request.method, request.routeOptions.url ?? '', declared));
    if (MAY_ADD.has(request.method)) await this.storage.refuseIfFull(principal.accountId, addsBytes);
    request.principal = principal;
    return true;
  }

  /** Cached: decorators never change, and reading them takes longer than looking up a known key. */
  private marksOf(context: ExecutionContext): RouteMarks {
    const [handler, controller] = [context.getHandler(), context.getClass()];
    const known = this.marks.get(handler);
    if (known?.controller === controller) return known;
    const read = (key: string): unknown => this.reflector.getAllAndOverride(key, [handler, controller]);
    const marks = {
      controller,
      isPublic: read(PUBLIC) === true,
      required: read(REQUIRED_SCOPE) as RequiredAccess | undefined,
      declared: read(DECLARED_LIMITS) as Partial<KeyLimits> | undefined,
      addsBytes: read(ADDS_BYTES) === true,
    };
    this.marks.set(handler, marks);
    return marks;
  }

  /** An API key takes precedence over a cookie: programs send keys on purpose, browsers add cookies automatically. */
  private async authenticate(request: AuthenticatedRequest): Promise<Principal> {
    const hasKey = request.headers['x-api-key'] !== undefined;
    const token = hasKey ? undefined : sessionTokenOf(request);
    const principal =
      token === undefined ? await this.byKey(request) : await this.sessions.authenticate(request, token);
    this.rateLimit.count(principal);
    if (principal.person) this.lastUse.noteSession(principal.person.sessionId);
    else this.lastUse.note(principal.keyId);
    return principal;
  }

  private byKey(request: AuthenticatedRequest): Promise<Principal> {
    const key = request.headers['x-api-key'];
    return this.lookUp.find({
      kind: 'api-key',
      prefix: 'esk',
      secret: typeof key === 'string' ? key : undefined,
      from: request,
      find: (secret, fingerprint) => this.apiKeys.authenticate(secret, fingerprint),
      refusal: unauthorized,
    });
  }

  /** A key limited to some agents must not learn whether others exist. */
  private refuseForeignAgent(principal: Principal, request: AuthenticatedRequest): void {
    const { agentId } = request.params as Record<string, string | undefined>;
    if (agentId !== undefined && !mayTouchAgent(principal, agentId))
      throw notFound('PROJECT_NOT_FOUND', 'No such agent.');
  }
}

/** @throws ApiError 403. */
function refuseWithout(required: RequiredAccess | undefined, { person, scopes }: Principal): void {
  if (required === undefined) throw forbidden('No API key may do this.');
  if (required === 'person') {
    if (!person) throw forbidden('Only a person who has signed in may do this, no API key.');
    return;
  }
  if (required === 'any' || scopes.has(required)) return;
  throw forbidden(person ? roleLacks(person.role, required) : missingScope(required));
}

/** Operations that refuse limited keys entirely. Checks that depend on the resource are up to its service. */
function refuseBeyondLimits(principal: Principal, limits: KeyLimits): void {
  if (limits.agents === 'refused') refuseAgentLimit(principal, 'do this, which concerns the whole account');
  if (limits.environments !== 'refused' || principal.environments === undefined) return;
  const own = [...principal.environments].join(', ');
  throw forbidden(
    `The API key may not do this, which concerns all environments: it is limited to ${own}. Use a key without that limit.`,
  );
}
