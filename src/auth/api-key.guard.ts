import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import {
  type AuthenticatedRequest,
  DECLARED_LIMITS,
  type KeyLimits,
  keyLimitsOf,
  mayTouchAgent,
  type Principal,
  PUBLIC,
  refuseAgentLimit,
  REQUIRED_SCOPE,
  type Scope,
} from '../common/access/index.js';
import {
  type ApiError,
  forbidden,
  missingScope,
  notFound,
  rateLimited,
  unauthorized,
} from '../common/errors/index.js';
import { ApiKeysService } from './api-keys.service.js';
import { GuessLimit } from './guess-limit.js';
import { LastUse } from './last-use.js';
import { ApiKeyRateLimit } from './rate-limit.js';
import { RefusedCredentials, type RefusalReason } from './refused-credentials.js';
import { isWellFormedToken, tokenFingerprint } from './secret-token.js';

/** Closed by default: a route needs a key with its scope, unless it is marked as public. */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly apiKeys: ApiKeysService,
    private readonly rateLimit: ApiKeyRateLimit,
    private readonly lastUse: LastUse,
    private readonly guesses: GuessLimit,
    private readonly refused: RefusedCredentials,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    // Signaling frames carry their own token, which the gateway checks.
    if (context.getType() !== 'http') return true;
    const targets = [context.getHandler(), context.getClass()];
    if (this.reflector.getAllAndOverride<boolean | undefined>(PUBLIC, targets)) return true;
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    const principal = await this.authenticate(request);
    const scope = this.reflector.getAllAndOverride<Scope | 'any' | undefined>(REQUIRED_SCOPE, targets);
    if (scope === undefined) throw forbidden('No API key may do this.');
    if (scope !== 'any' && !principal.scopes.has(scope)) throw forbidden(missingScope(scope));
    this.refuseForeignAgent(principal, request);
    const declared = this.reflector.getAllAndOverride<Partial<KeyLimits> | undefined>(
      DECLARED_LIMITS,
      targets,
    );
    refuseBeyondLimits(principal, keyLimitsOf(request.method, request.routeOptions.url ?? '', declared));
    request.principal = principal;
    return true;
  }

  private async authenticate(request: AuthenticatedRequest): Promise<Principal> {
    const key = request.headers['x-api-key'];
    if (typeof key !== 'string') throw this.refusal(request, 'missing');
    if (!isWellFormedToken('esk', key)) throw this.refusal(request, 'malformed');
    const principal = await this.lookUp(request, key);
    await this.refuseTooManyRequests(principal);
    this.lastUse.note(principal.keyId);
    return principal;
  }

  private async lookUp(request: AuthenticatedRequest, key: string): Promise<Principal> {
    const fingerprint = tokenFingerprint(key);
    const retryAfterSeconds = await this.guesses.holdUp(request.ip, fingerprint);
    if (retryAfterSeconds !== undefined) {
      this.refusal(request, 'throttled');
      throw rateLimited(retryAfterSeconds);
    }
    const principal = await this.apiKeys.authenticate(key);
    if (!principal) {
      await this.guesses.noteGuess(request.ip, fingerprint);
      throw this.refusal(request, 'invalid');
    }
    this.guesses.noteGood(fingerprint);
    return principal;
  }

  /** The same response for all; only the operator learns what was wrong with the key. */
  private refusal({ ip, id }: AuthenticatedRequest, reason: RefusalReason): ApiError {
    this.refused.note({ kind: 'api-key', reason, address: ip, correlationId: id });
    return unauthorized();
  }

  private async refuseTooManyRequests(principal: Principal): Promise<void> {
    const retryAfterSeconds = await this.rateLimit.count(principal.keyId);
    if (retryAfterSeconds !== undefined) throw rateLimited(retryAfterSeconds);
  }

  /** A key that is limited to some agents must not learn whether others exist. */
  private refuseForeignAgent(principal: Principal, request: AuthenticatedRequest): void {
    const { agentId } = request.params as Record<string, string | undefined>;
    if (agentId !== undefined && !mayTouchAgent(principal, agentId))
      throw notFound('PROJECT_NOT_FOUND', 'No such agent.');
  }
}

/** Operations that refuse limited keys entirely. Whatever depends on the resource is decided by its service. */
function refuseBeyondLimits(principal: Principal, limits: KeyLimits): void {
  if (limits.agents === 'refused') refuseAgentLimit(principal, 'do this, which concerns the whole account');
  if (limits.environments !== 'refused' || principal.environments === undefined) return;
  const own = [...principal.environments].join(', ');
  throw forbidden(
    `The API key may not do this, which concerns all environments: it is limited to ${own}. Use a key without that limit.`,
  );
}
