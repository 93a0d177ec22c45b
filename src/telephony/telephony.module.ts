import { Module } from '@nestjs/common';
import { AgentsModule } from '../agents/index.js';
import { CallsModule } from '../calls/index.js';
import { ConnectorsModule } from '../connectors/index.js';
import { ConversationsModule } from '../conversations/index.js';
import { MediaModule } from '../media/index.js';
import { WebhooksModule } from '../webhooks/index.js';
import { IncomingCalls } from './incoming/incoming-calls.service.js';
import { MessageBudget } from './incoming/message-budget.js';
import { PhoneCallRestorer } from './failover/phone-call-restorer.service.js';
import { CalledAddresses } from './servers/called-addresses.js';
import { Dialler } from './outbound/dialler.service.js';
import { OutboundCallList } from './outbound/outbound-call-list.service.js';
import { OutboundCallListController } from './outbound/outbound-call-list.controller.js';
import { OutboundCallsController } from './outbound/outbound-calls.controller.js';
import { OutboundCallsService } from './outbound/outbound-calls.service.js';
import { OutboundEnds } from './outbound/outbound-ends.js';
import { OutboundQueue } from './outbound/outbound-queue.service.js';
import { OutboundStore } from './outbound/outbound-store.js';
import { OutboundRulesController } from './outbound/rules/outbound-rules.controller.js';
import { OutboundRules } from './outbound/rules/outbound-rules.service.js';
import { RefusedCalls } from './diagnostics/refused-calls.service.js';
import { SipNotes } from './diagnostics/sip-notes.service.js';
import { SipTrace } from './diagnostics/sip-trace.service.js';
import { Registrations } from './servers/registrations.service.js';
import { ServerLookup } from './servers/server-lookup.js';
import { TelephonyMetrics } from './metrics/telephony-metrics.js';
import { TelephonyService } from './telephony.service.js';
import { LineDialler } from './dialling/line-dialler.service.js';
import { TransferLegs } from './transfers/transfer-legs.service.js';
import { TrunkDirectory } from './trunks/trunk-directory.js';
import { TrunkTester } from './trunk-admin/trunk-tester.service.js';
import { TrunkHealth } from './servers/trunk-health.service.js';
import { TrunkUsage } from './trunks/trunk-usage.js';
import { TrunkDiagnosticsController } from './trunk-admin/trunk-diagnostics.controller.js';
import { TrunksController } from './trunk-admin/trunks.controller.js';
import { TrunksService } from './trunk-admin/trunks.service.js';

/**
 * Phone calls: trunks (`trunks/`), incoming (`incoming/`) and outbound calls (`outbound/`). Holds calls in the way that
 * signaling does.
 */
@Module({
  imports: [AgentsModule, CallsModule, ConnectorsModule, ConversationsModule, MediaModule, WebhooksModule],
  controllers: [
    TrunksController,
    TrunkDiagnosticsController,
    OutboundCallListController,
    OutboundCallsController,
    OutboundRulesController,
  ],
  providers: [
    TrunkDirectory,
    Registrations,
    TrunkUsage,
    TrunksService,
    TrunkHealth,
    TrunkTester,
    TelephonyMetrics,
    SipNotes,
    RefusedCalls,
    SipTrace,
    MessageBudget,
    IncomingCalls,
    PhoneCallRestorer,
    CalledAddresses,
    ServerLookup,
    LineDialler,
    TransferLegs,
    OutboundRules,
    Dialler,
    OutboundEnds,
    OutboundStore,
    OutboundQueue,
    OutboundCallList,
    OutboundCallsService,
    TelephonyService,
  ],
  exports: [TelephonyService],
})
export class TelephonyModule {}
