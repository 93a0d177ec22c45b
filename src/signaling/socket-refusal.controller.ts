import { Controller, Get, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Public } from '../common/access/index.js';
import { ApiError } from '../common/errors/index.js';
import { SIGNALING_PATH } from './wire/index.js';
import { SocketCensus } from './socket-census.js';

/** Says why a request on the signaling path got no socket. One that got one never comes here. */
@Public()
@ApiExcludeController()
@Controller(SIGNALING_PATH.slice(1))
export class SocketRefusalController {
  constructor(private readonly census: SocketCensus) {}

  @Get()
  refuse(@Req() { raw }: FastifyRequest): never {
    // A place may have become free meanwhile.
    throw this.census.refusalOf(raw) ?? new ApiError(503, 'SERVICE_UNAVAILABLE', 'Try again.');
  }
}
