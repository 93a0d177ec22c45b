export { actorIds, type AuditActor, recordChange } from './audit-log.js';
