import { Module } from '@nestjs/common';
import { AgentsModule } from '../agents/index.js';
import { AuthModule } from '../auth/index.js';
import { DeploymentsModule } from '../deployments/index.js';
import { TelephonyModule } from '../telephony/index.js';
import { TestSetsModule } from '../test-sets/index.js';
import { ToolsModule } from '../tools/index.js';
import { DemoBookingsController } from './bookings.controller.js';
import { DemoBookings } from './bookings.service.js';
import { DemoLineController } from './demo-line.controller.js';
import { DemoSeed } from './demo-seed.js';

/** The demo account created by `npm start`, and the restaurant whose tables its agent books. */
@Module({
  controllers: [DemoBookingsController, DemoLineController],
  imports: [AgentsModule, AuthModule, DeploymentsModule, TelephonyModule, TestSetsModule, ToolsModule],
  providers: [DemoBookings, DemoSeed],
  exports: [DemoSeed],
})
export class DemoModule {}
