export { CallClusterModule, ClusterModule } from './cluster.module.js';
export { AccountRates } from './counters/account-rates.js';
export { type CountsElsewhere, DistributedCounters } from './counters/distributed-counters.js';
export { SharedCounts, type SharedLimit } from './counters/shared-counts.js';
export { SharedRate } from './counters/shared-rate.js';
export { DrainMigrator } from './failover/drain-migrator.js';
export { PhoneCallFailover } from './failover/phone-call-failover.service.js';
export { InstanceLease, type InstanceState } from './instances/instance-lease.js';
export { INSTANCE_LEASES, instanceIsAlive, Instances, lastSeen } from './instances/instances.service.js';
export { LiveCalls } from './ownership/live-calls.js';
export {
  type LostLine,
  type OwnedCall,
  OwnershipRecords,
  type RecordedOwner,
} from './ownership/running-call.js';
export { type PeerAnswer, PeerClient, REINVITE_TIMEOUT_MS } from './peers/peer-client.js';
export { PeerBody } from './peers/peer.controller.js';
export { PeersOnly } from './peers/peer-listener.js';
export { PeerMessageSealer } from './peers/peer-message-sealer.js';
export type { ProcessLoad } from './processes/process-load.js';
export { WorkerProcesses } from './processes/worker-processes.js';
