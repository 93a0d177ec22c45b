import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Observable } from 'rxjs';
import type { AuthenticatedRequest } from '../common/access/index.js';
import { forAccount } from '../common/fair-shares/index.js';

/** Attributes the database load of a request to its account. */
@Injectable()
export class AccountShareInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (context.getType() !== 'http') return next.handle();
    const { principal } = context.switchToHttp().getRequest<Partial<AuthenticatedRequest>>();
    if (!principal) return next.handle();
    return new Observable((subscriber) =>
      forAccount(principal.accountId, () => next.handle().subscribe(subscriber)),
    );
  }
}
