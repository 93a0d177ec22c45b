export { actorIds, auditEntries, type AuditActor, recordChange } from './audit-log.js';
export { AuditRetention } from './audit-retention.js';
