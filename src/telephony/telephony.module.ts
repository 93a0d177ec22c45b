import { Module } from '@nestjs/common';
import { CallsModule } from '../calls/index.js';
import { ConnectorsModule } from '../connectors/index.js';
import { MediaModule } from '../media/index.js';
import { IncomingCalls } from './incoming/incoming-calls.service.js';
import { Registrations } from './registration/registrations.service.js';
import { TelephonyMetrics } from './telephony-metrics.js';
import { TelephonyService } from './telephony.service.js';
import { TrunkDirectory } from './trunks/trunk-directory.js';
import { TrunkUsage } from './trunks/trunk-usage.js';
import { TrunksController } from './trunks/trunks.controller.js';
import { TrunksService } from './trunks/trunks.service.js';

/**
 * Calls over the telephone: trunks (`trunks/`), and what comes in by them (`incoming/`). It holds calls as signaling
 * does.
 */
@Module({
  imports: [CallsModule, ConnectorsModule, MediaModule],
  controllers: [TrunksController],
  providers: [
    TrunkDirectory,
    Registrations,
    TrunkUsage,
    TrunksService,
    TelephonyMetrics,
    IncomingCalls,
    TelephonyService,
  ],
  exports: [TelephonyService],
})
export class TelephonyModule {}
