import { Module } from '@nestjs/common';
import { CallsModule } from '../calls/index.js';
import { ConversationsModule } from '../conversations/index.js';
import { HealthController } from './health.controller.js';
import { InstancesController } from './instances.controller.js';
import { MetricsController } from './metrics.controller.js';
import { OperatorAccess } from './operator-access.js';

/** For operators' tools: health, readiness, metrics, and the list of instances. */
@Module({
  imports: [CallsModule, ConversationsModule],
  controllers: [HealthController, InstancesController, MetricsController],
  providers: [OperatorAccess],
})
export class HealthModule {}
