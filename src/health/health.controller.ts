import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Type } from '@sinclair/typebox';
import { CallsService } from '../calls/index.js';
import { AppConfig } from '../common/config/index.js';
import { ApiError } from '../common/errors/index.js';
import { Operation, shape } from '../common/openapi/index.js';
import { PrismaService } from '../common/prisma/index.js';

const HEALTH = {
  schema: shape('Health', {
    status: Type.Literal('healthy'),
    activeSessions: Type.Integer(),
    region: Type.String(),
  }),
  example: { status: 'healthy', activeSessions: 3, region: 'eu' },
};

/** For load balancers and process managers. */
@ApiTags('Health')
@Controller('health')
export class HealthController {
  constructor(
    private readonly calls: CallsService,
    private readonly prisma: PrismaService,
    private readonly config: AppConfig,
  ) {}

  /** The process takes calls; 503 from the moment it was told to stop. */
  @Get()
  @Operation({
    id: 'health.get',
    summary: 'Whether the process is up and takes calls',
    public: true,
    response: HEALTH,
    errors: { 503: { DRAINING: 'The service is shutting down.' } },
  })
  health() {
    if (this.calls.isDraining) throw new ApiError(503, 'DRAINING', 'The service is shutting down.');
    const { region } = this.config.instance;
    return { status: 'healthy', activeSessions: this.calls.activeCount, region };
  }

  /** The same, and the database answers and accepts changes: 503 also while it is read-only or its disk is full. */
  @Get('ready')
  @Operation({
    summary: 'Whether the process takes calls and the database takes changes',
    public: true,
    response: HEALTH,
    errors: { 503: { DRAINING: 'The service is shutting down.' } },
  })
  async ready() {
    const health = this.health();
    await this.prisma.ensureTakesWrites();
    return health;
  }
}
