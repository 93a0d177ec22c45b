import { createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Principal, Scope } from './principal.js';

export const PUBLIC = 'earshot:public';
export const REQUIRED_SCOPE = 'earshot:scope';

/** The route asks for no API key. Everything without this mark is closed. */
export const Public = () => SetMetadata(PUBLIC, true);

/** The scope that the key must have. A route with neither this nor @Public is open to nobody. */
export const RequireScope = (scope: Scope) => SetMetadata(REQUIRED_SCOPE, scope);

export interface AuthenticatedRequest extends FastifyRequest {
  principal?: Principal;
}

/** The principal that the guard found. */
export const CurrentPrincipal = createParamDecorator(
  (_data: unknown, context: ExecutionContext): Principal => {
    const { principal } = context.switchToHttp().getRequest<AuthenticatedRequest>();
    if (!principal)
      throw new Error('CurrentPrincipal is used on a route that the API key guard does not protect');
    return principal;
  },
);
