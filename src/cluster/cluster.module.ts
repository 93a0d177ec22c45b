import { type DynamicModule, Global, Module, type Type } from '@nestjs/common';
import { AccountRates } from './counters/account-rates.js';
import { DistributedCounters } from './counters/distributed-counters.js';
import { SharedCounts } from './counters/shared-counts.js';
import { DrainMigrator } from './failover/drain-migrator.js';
import { LeaseByPeers } from './failover/lease-by-peers.js';
import { LeaseGuard } from './failover/lease-guard.js';
import { PhoneCallFailover } from './failover/phone-call-failover.service.js';
import { TakenCalls } from './failover/taken-calls.js';
import { InstanceLease } from './instances/instance-lease.js';
import { Instances } from './instances/instances.service.js';
import { LiveCalls } from './ownership/live-calls.js';
import { PeerClient } from './peers/peer-client.js';
import { PeerController } from './peers/peer.controller.js';
import { PeerListener } from './peers/peer-listener.js';
import { PeerMessageSealer } from './peers/peer-message-sealer.js';
import { PeerRequestHandler } from './peers/peer-request-handler.js';
import { WorkerProcesses } from './processes/worker-processes.js';

const MEMBERSHIP = [
  AccountRates,
  DistributedCounters,
  InstanceLease,
  Instances,
  SharedCounts,
  WorkerProcesses,
];

/** This instance among others: its lease, and what it counts together with them. */
@Global()
@Module({ providers: MEMBERSHIP, exports: MEMBERSHIP })
export class ClusterModule {}

const FAILOVER = [DrainMigrator, LiveCalls, PeerClient, PeerListener, PeerMessageSealer, PhoneCallFailover];

/** Moves calls between instances. */
@Module({
  controllers: [PeerController],
  providers: [...FAILOVER, LeaseByPeers, LeaseGuard, PeerRequestHandler, TakenCalls],
  exports: FAILOVER,
})
export class CallClusterModule {
  /** @param records Exports `OwnershipRecords`. */
  static on(records: Type): DynamicModule {
    return { module: CallClusterModule, imports: [records] };
  }
}
