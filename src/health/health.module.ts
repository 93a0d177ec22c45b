import { Module } from '@nestjs/common';
import { CallsModule } from '../calls/index.js';
import { HealthController } from './health.controller.js';
import { MetricsController } from './metrics.controller.js';

/** For operators' tools: health, readiness, metrics. */
@Module({ imports: [CallsModule], controllers: [HealthController, MetricsController] })
export class HealthModule {}
