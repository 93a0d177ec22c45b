import { Controller, Get, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Type } from '@sinclair/typebox';
import type { FastifyRequest } from 'fastify';
import { CallsService } from '../calls/index.js';
import { AppConfig } from '../common/config/index.js';
import { ApiError } from '../common/errors/index.js';
import { Operation, shape } from '../http/openapi/index.js';
import { PrismaService } from '../common/prisma/index.js';
import { type ProcessLoad, WorkerProcesses, InstanceLease, Instances } from '../cluster/index.js';
import { InstanceDetails, instanceView } from './instance.schema.js';
import { OperatorAccess } from './operator-access.js';

const fields = {
  status: Type.Literal('healthy'),
  activeSessions: Type.Integer(),
  region: Type.String(),
};

const example = { status: 'healthy', activeSessions: 3, region: 'eu' };
const HEALTH = { schema: shape('Health', fields), example };
const READINESS = { schema: shape('Readiness', { ...fields, instances: InstanceDetails }), example };

/** For load balancers and process managers. */
@ApiTags('Health')
@Controller('health')
export class HealthController {
  constructor(
    private readonly calls: CallsService,
    private readonly prisma: PrismaService,
    private readonly instances: Instances,
    private readonly lease: InstanceLease,
    private readonly operator: OperatorAccess,
    private readonly workers: WorkerProcesses,
    private readonly config: AppConfig,
  ) {}

  /** Liveness: 503 once shutdown has begun. */
  @Get()
  @Operation({
    id: 'health.get',
    summary: 'Whether the process is up and takes calls',
    public: true,
    query: 'any',
    response: HEALTH,
    errors: { 503: { DRAINING: 'The service is shutting down.' } },
  })
  health(@Req() request: FastifyRequest) {
    const { state, calls } = this.load(request);
    if (state === 'draining') throw new ApiError(503, 'DRAINING', 'The service is shutting down.');
    return { status: 'healthy', activeSessions: calls, region: this.config.instance.region };
  }

  /** Readiness: whether new calls should come here. Also 503 while the database accepts no writes. */
  @Get('ready')
  @Operation({
    summary: 'Whether the process takes further calls and the database takes changes',
    public: true,
    query: 'any',
    response: READINESS,
    errors: {
      503: {
        DRAINING: 'The service is shutting down.',
        FULL: 'This instance has as many calls as it may have, or can carry well. Those that it has go on.',
      },
    },
  })
  async ready(@Req() request: FastifyRequest) {
    const health = this.health(request);
    if (this.load(request).state === 'full')
      throw new ApiError(503, 'FULL', 'This instance takes no further calls until some have ended.');
    await this.prisma.ensureTakesWrites();
    return this.operator.has(request) ? { ...health, instances: await this.details() } : health;
  }

  private load({ socket }: FastifyRequest): ProcessLoad {
    const { state, activeCount } = this.calls;
    return this.workers.loadAt(socket.localPort, { state, calls: activeCount });
  }

  private async details() {
    const alive = await this.instances.alive();
    return alive.map((row) => ({
      ...instanceView(row, this.lease.instanceId),
      ...(row.address !== null && { address: row.address }),
    }));
  }
}
