import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AppConfig } from '../../common/config/index.js';
import { ApiError, notFound } from '../../common/errors/index.js';
import { bearerToken } from '../../http/index.js';
import { isSameSecret } from '../../common/secrets/index.js';

/** The operator in the audit log. */
export const OPERATOR = 'operator@http-api';

/** For descriptions of operations. */
export const FOR_THE_OPERATOR =
  'For the operator: `Authorization: Bearer` with the `OPERATOR_TOKEN` of the instance. Without that setting there is no such path.';

/** Authenticates the operator by OPERATOR_TOKEN. Without that setting the route answers 404. */
@Injectable()
export class OperatorGuard implements CanActivate {
  constructor(private readonly config: AppConfig) {}

  canActivate(context: ExecutionContext): boolean {
    const { operatorToken } = this.config.auth;
    if (operatorToken === undefined) throw notFound();
    const { headers } = context.switchToHttp().getRequest<FastifyRequest>();
    if (isSameSecret(bearerToken(headers.authorization) ?? '', operatorToken)) return true;
    throw new ApiError(401, 'UNAUTHORIZED', 'Missing or invalid operator token.', {
      headers: { 'WWW-Authenticate': 'Bearer' },
    });
  }
}
