import { Controller, Get } from '@nestjs/common';
import { CallsService } from '../calls/index.js';
import { Public } from '../common/access/index.js';
import { AppConfig } from '../common/config/index.js';
import { ApiError } from '../common/errors/index.js';
import { PrismaService } from '../common/prisma/index.js';

/** What load balancers and process managers ask. */
@Public()
@Controller('health')
export class HealthController {
  constructor(
    private readonly calls: CallsService,
    private readonly prisma: PrismaService,
    private readonly config: AppConfig,
  ) {}

  /** The process is up and takes calls; 503 from the moment it was told to stop. */
  @Get()
  health() {
    if (this.calls.isDraining) throw new ApiError(503, 'DRAINING', 'The service is shutting down.');
    const { region } = this.config.instance;
    return { status: 'healthy', activeSessions: this.calls.activeCount, region };
  }

  /** The same, and the database answers. */
  @Get('ready')
  async ready() {
    const health = this.health();
    await this.prisma.$queryRaw`SELECT 1`;
    return health;
  }
}
