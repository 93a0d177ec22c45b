import { type ArgumentsHost, Catch, type ExceptionFilter, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PinoLogger } from 'nestjs-pino';
import { type ApiError, errorEnvelope } from './api-error.js';
import { toApiError } from './to-api-error.js';

/** Maps every error to the six-field envelope, and logs server faults. */
@Catch()
@Injectable()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly logger: PinoLogger) {
    logger.setContext(ErrorFilter.name);
  }

  catch(thrown: unknown, host: ArgumentsHost): void {
    if (host.getType() !== 'http') throw thrown;
    const http = host.switchToHttp();
    const request = http.getRequest<
      FastifyRequest & { readonly principal?: { readonly accountId: string } }
    >();
    const reply = http.getResponse<FastifyReply>();
    const error = toApiError(thrown);
    if (isFault(error)) {
      this.logger.error(
        {
          err: error.cause ?? error,
          code: error.code,
          correlationId: request.id,
          accountId: request.principal?.accountId,
        },
        'request failed',
      );
    }
    if (reply.sent) return;
    void reply
      .status(error.status)
      .headers(error.headers)
      .type('application/json; charset=utf-8')
      .send(errorEnvelope(error.code, error.message, request.id));
  }
}

/** A 503 without a cause is intended, such as that of the health probe while draining. */
const isFault = ({ status, cause }: ApiError): boolean =>
  status >= 500 && (status !== 503 || cause !== undefined);
