import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hashToken } from '../auth/index.js';
import { Public } from '../common/access/index.js';
import { AppConfig } from '../common/config/index.js';
import { ApiError } from '../common/errors/index.js';
import { bearerToken } from '../common/http/index.js';

import { ConversationFeed } from '../conversations/index.js';
import { CallEventStream } from './call-event-stream.js';

/** The live events of a call for its caller: the token that opened the session authorises, so no API key is needed. */
@Public()
@ApiExcludeController()
@Controller('api/v1/studio/sessions')
export class CallEventsController {
  constructor(
    private readonly feed: ConversationFeed,
    private readonly config: AppConfig,
  ) {}

  @Get(':sessionId/events')
  events(
    @Param('sessionId') sessionId: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): void {
    const token = bearerToken(request.headers.authorization);
    if (token === undefined || !this.feed.mayRead(sessionId, hashToken(token))) throw wrongToken();
    if (this.feed.readerCount(sessionId) >= this.config.studio.maxReadersPerCall) throw tooManyReaders();
    const stream = CallEventStream.open(this.feed, sessionId, this.config.studio);
    void reply
      .headers({
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-store',
        // Proxies such as nginx would otherwise buffer events.
        'X-Accel-Buffering': 'no',
      })
      .send(stream);
  }
}

const tooManyReaders = () =>
  new ApiError(
    429,
    'TOO_MANY_READERS',
    'This call is followed by too many readers. Close one of them first.',
  );

/** The same response for a missing token, a wrong token and an unknown session. */
const wrongToken = () =>
  new ApiError(401, 'UNAUTHORIZED', 'The events of a call are read with the token that made the call.', {
    headers: { 'WWW-Authenticate': 'Bearer' },
  });
