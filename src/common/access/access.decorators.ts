import { createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { KeyLimits } from './key-limits.js';
import type { Principal, Scope } from './principal.js';

export const PUBLIC = 'earshot:public';
export const REQUIRED_SCOPE = 'earshot:scope';

/** The route asks for no API key. Everything without this mark is closed. */
export const Public = () => SetMetadata(PUBLIC, true);

/**
 * The scope that the key must have; `any` is satisfied with any valid key. A route with neither this nor @Public is
 * open to nobody.
 */
export const RequireScope = (scope: Scope | 'any') => SetMetadata(REQUIRED_SCOPE, scope);

export const DECLARED_LIMITS = 'earshot:limits';

/** What limited keys may do with the route, where that is not what `keyLimitsOf` makes of its method and path. */
export const DeclareLimits = (limits: Partial<KeyLimits>) => SetMetadata(DECLARED_LIMITS, limits);

export interface AuthenticatedRequest extends FastifyRequest {
  principal?: Principal;
}

/** The principal that the guard found. */
export const CurrentPrincipal = createParamDecorator((_data: unknown, context: ExecutionContext): Principal =>
  principalOf(context.switchToHttp().getRequest<AuthenticatedRequest>()),
);

/** Who makes a change, and in which request: what the audit log records. */
export interface Actor extends Principal {
  readonly correlationId: string;
}

/** The principal together with the request's correlation id. */
export const CurrentActor = createParamDecorator((_data: unknown, context: ExecutionContext): Actor => {
  const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
  return { ...principalOf(request), correlationId: request.id };
});

function principalOf(request: AuthenticatedRequest): Principal {
  if (request.principal) return request.principal;
  throw new Error('The route asks for its principal, but the API key guard does not protect it.');
}
