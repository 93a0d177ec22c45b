import { type ArgumentsHost, Catch, Injectable, type WsExceptionFilter } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import type { WebSocket } from 'ws';
import { isDatabaseUnavailable } from '../common/errors/index.js';
import { errorFrame } from './error-frame.js';
import type { ClientFrame } from './wire/index.js';

const AWAY = 'The service cannot take calls right now, because its database is away. Try again in a moment.';
const FAILED = 'The message could not be processed. Try again in a moment.';

/** Answers errors of handlers with HANDLER_ERROR, without exposing the error to the client. */
@Catch()
@Injectable()
export class SignalErrorFilter implements WsExceptionFilter {
  constructor(private readonly logger: PinoLogger) {
    logger.setContext(SignalErrorFilter.name);
  }

  catch(error: unknown, host: ArgumentsHost): void {
    const ws = host.switchToWs();
    const frame = ws.getData<ClientFrame>();
    const sessionId = ('sessionId' in frame ? frame.sessionId : null) ?? '';
    this.logger.error({ err: error, frameType: frame.type, sessionId }, 'signaling frame failed');
    const message = isDatabaseUnavailable(error) ? AWAY : FAILED;
    ws.getClient<WebSocket>().send(JSON.stringify(errorFrame(sessionId, 'HANDLER_ERROR', message)));
  }
}
