import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hashToken } from '../../auth/index.js';
import { Public } from '../../common/access/index.js';
import { ApiError } from '../../common/errors/index.js';
import { bearerToken } from '../../http/index.js';
import { LiveEvents } from './live-events.service.js';

/**
 * The live events of a call on any instance, for its caller. The token that opened the session authorises, so no API
 * key is needed.
 */
@Public()
@ApiExcludeController()
@Controller('api/v1/studio/sessions')
export class CallEventsController {
  constructor(private readonly live: LiveEvents) {}

  @Get(':sessionId/events')
  async events(
    @Param('sessionId') sessionId: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const token = bearerToken(request.headers.authorization);
    const stream = token === undefined ? 'unknown' : await this.live.follow(sessionId, hashToken(token));
    if (stream === 'unknown') throw wrongToken();
    void reply
      .headers({
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-store',
        // Stops proxies such as nginx from buffering events.
        'X-Accel-Buffering': 'no',
      })
      .send(stream);
  }
}

/** The same response for a missing token, a wrong token and an unknown session. */
const wrongToken = () =>
  new ApiError(
    401,
    'UNAUTHORIZED',
    'Events of a call can only be read with the token that opened the call.',
    {
      headers: { 'WWW-Authenticate': 'Bearer' },
    },
  );
