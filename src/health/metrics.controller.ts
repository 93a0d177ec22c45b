import { Controller, Get, Headers, Ip, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { createHash, timingSafeEqual } from 'node:crypto';
import { Public } from '../common/access/index.js';
import { AppConfig } from '../common/config/index.js';
import { notFound } from '../common/errors/index.js';
import { Metrics } from '../common/metrics/index.js';

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/** Metrics in Prometheus' text format, for those who may read them. To others the path does not exist. */
@Public()
@ApiExcludeController()
@Controller('metrics')
export class MetricsController {
  constructor(
    private readonly metrics: Metrics,
    private readonly config: AppConfig,
  ) {}

  @Get()
  async read(
    @Headers('authorization') authorization: string | undefined,
    @Headers('x-forwarded-for') forwarded: string | undefined,
    @Ip() peer: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    if (!this.mayRead(authorization, forwarded === undefined && LOOPBACK.has(peer))) throw notFound();
    await reply.type(this.metrics.registry.contentType).send(await this.metrics.registry.metrics());
  }

  private mayRead(authorization: string | undefined, isLocal: boolean): boolean {
    const { token } = this.config.metrics;
    if (token === undefined) return isLocal;
    return authorization !== undefined && isSame(authorization, `Bearer ${token}`);
  }
}

const isSame = (a: string, b: string): boolean =>
  timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest());
