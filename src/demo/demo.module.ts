import { Module } from '@nestjs/common';
import { AgentsModule } from '../agents/index.js';
import { AuthModule } from '../auth/index.js';
import { DeploymentsModule } from '../deployments/index.js';
import { TelephonyModule } from '../telephony/index.js';
import { TestSetsModule } from '../test-sets/index.js';
import { DemoSeed } from './demo-seed.js';

/** The demo account that `npm start` makes. */
@Module({
  imports: [AgentsModule, AuthModule, DeploymentsModule, TelephonyModule, TestSetsModule],
  providers: [DemoSeed],
  exports: [DemoSeed],
})
export class DemoModule {}
