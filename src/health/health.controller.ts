import { Controller, Get } from '@nestjs/common';
import { Public } from '../common/access/index.js';
import { AppConfig } from '../common/config/index.js';

@Public()
@Controller('health')
export class HealthController {
  constructor(private readonly config: AppConfig) {}

  @Get()
  health() {
    return { status: 'healthy', activeSessions: 0, region: this.config.instance.region };
  }
}
