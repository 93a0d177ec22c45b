import { createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { KeyLimits } from './key-limits.js';
import type { Principal } from './principal.js';
import type { Scope } from './scopes.js';

export const PUBLIC = 'earshot:public';
export const REQUIRED_SCOPE = 'earshot:scope';

/** Access required by a route: a scope; `any` for any valid key or person; `person` only for a signed-in person. */
export type RequiredAccess = Scope | 'any' | 'person';

/** The route needs no API key. Every other route does. */
export const Public = () => SetMetadata(PUBLIC, true);

/** Required scope. A route with neither this nor @Public refuses all requests. */
export const RequireScope = (scope: RequiredAccess) => SetMetadata(REQUIRED_SCOPE, scope);

export const DECLARED_LIMITS = 'earshot:limits';

/** Overrides the access of limited keys that `keyLimitsOf` would derive. */
export const DeclareLimits = (limits: Partial<KeyLimits>) => SetMetadata(DECLARED_LIMITS, limits);

export const ADDS_BYTES = 'earshot:adds-bytes';

/** The route adds to the account's stored data, and is refused at the storage limit. */
export const AddsBytes = () => SetMetadata(ADDS_BYTES, true);

export interface AuthenticatedRequest extends FastifyRequest {
  principal?: Principal;
}

export const CurrentPrincipal = createParamDecorator((_data: unknown, context: ExecutionContext): Principal =>
  principalOf(context.switchToHttp().getRequest<AuthenticatedRequest>()),
);

/** Who makes a change, and in which request; recorded in the audit log. */
export interface Actor extends Principal {
  readonly correlationId: string;
}

export const CurrentActor = createParamDecorator((_data: unknown, context: ExecutionContext): Actor => {
  const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
  return { ...principalOf(request), correlationId: request.id };
});

function principalOf(request: AuthenticatedRequest): Principal {
  if (request.principal) return request.principal;
  throw new Error('The route asks for its principal, but the API key guard does not protect it.');
}
