import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { excerpt, validationFailed } from '../common/errors/api-error.js';

/** Refuses query parameters by name, as DTOs refuse unknown ones. */
export class NoQuery implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { query } = context.switchToHttp().getRequest<FastifyRequest>();
    const [name] = Object.keys(query ?? {});
    if (name !== undefined) throw validationFailed(`unknown field ${excerpt(name)}`);
    return next.handle();
  }
}
