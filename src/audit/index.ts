export { AuditModule } from './audit.module.js';
export { actorIds, auditEntries, type AuditActor, recordChange } from './audit-log.js';
