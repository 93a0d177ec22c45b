import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../common/access/index.js';
import { notFound } from '../common/errors/index.js';
import { Metrics } from '../common/metrics/index.js';
import { WorkerProcesses } from '../cluster/index.js';
import { OperatorAccess } from './operator-access.js';

/** Metrics in Prometheus' text format. Answers 404 to clients that may not read them. */
@Public()
@ApiExcludeController()
@Controller('metrics')
export class MetricsController {
  constructor(
    private readonly metrics: Metrics,
    private readonly operator: OperatorAccess,
    private readonly workers: WorkerProcesses,
  ) {}

  @Get()
  async read(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    if (!this.operator.has(request)) throw notFound();
    const { registry } = this.metrics;
    const all = await this.workers.metricsAt(request.socket.localPort, () => registry.metrics());
    await reply.type(registry.contentType).send(all);
  }
}
