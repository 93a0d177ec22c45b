import { Controller, Get, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Public } from '../common/access/index.js';
import { ApiError } from '../common/errors/index.js';
import { SIGNALING_PATH } from './wire/index.js';
import { SocketCensus } from './socket-census.js';

/** Explains why a request on the signaling path got no socket. Successful upgrades never reach this. */
@Public()
@ApiExcludeController()
@Controller(SIGNALING_PATH.slice(1))
export class SocketRefusalController {
  constructor(private readonly census: SocketCensus) {}

  @Get()
  refuse(@Req() { raw }: FastifyRequest): never {
    // A slot may have become free since.
    throw this.census.refusalOf(raw) ?? new ApiError(503, 'SERVICE_UNAVAILABLE', 'Try again.');
  }
}
