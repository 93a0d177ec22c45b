import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash, timingSafeEqual } from 'node:crypto';
import { Public } from '../common/access/index.js';
import { AppConfig } from '../common/config/index.js';
import { notFound } from '../common/errors/index.js';
import { Metrics } from '../common/metrics/index.js';
import { isLocalReader } from './local-reader.js';

/** Metrics in Prometheus' text format. For those who may not read them the path does not exist. */
@Public()
@ApiExcludeController()
@Controller('metrics')
export class MetricsController {
  constructor(
    private readonly metrics: Metrics,
    private readonly config: AppConfig,
  ) {}

  @Get()
  async read(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    if (!this.mayRead(request)) throw notFound();
    await reply.type(this.metrics.registry.contentType).send(await this.metrics.registry.metrics());
  }

  private mayRead({ headers, ip, raw }: FastifyRequest): boolean {
    const { token } = this.config.metrics;
    if (token !== undefined) return isSame(headers.authorization ?? '', `Bearer ${token}`);
    // A public address implies a proxy, and a proxy on this machine need not reveal itself.
    if (this.config.http.publicUrl !== undefined) return false;
    return isLocalReader({ peer: ip, headers, httpVersion: raw.httpVersion });
  }
}

const isSame = (a: string, b: string): boolean =>
  timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest());
