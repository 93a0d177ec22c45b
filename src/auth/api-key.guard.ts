import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import {
  type AuthenticatedRequest,
  mayTouchAgent,
  type Principal,
  PUBLIC,
  REQUIRED_SCOPE,
  type Scope,
} from '../common/access/index.js';
import { forbidden, missingScope, notFound, rateLimited, unauthorized } from '../common/errors/index.js';
import { ApiKeysService } from './api-keys.service.js';
import { LastUse } from './last-use.js';
import { ApiKeyRateLimit } from './rate-limit.js';

/** Closed by default: a route is reached with a key that has the route's scope, or the route says that it is public. */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly apiKeys: ApiKeysService,
    private readonly rateLimit: ApiKeyRateLimit,
    private readonly lastUse: LastUse,
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
    request.principal = principal;
    return true;
  }

  private async authenticate(request: AuthenticatedRequest): Promise<Principal> {
    const key = request.headers['x-api-key'];
    const principal = typeof key === 'string' ? await this.apiKeys.authenticate(key) : undefined;
    if (!principal) throw unauthorized();
    await this.refuseTooManyRequests(principal);
    this.lastUse.note(principal.keyId);
    return principal;
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
