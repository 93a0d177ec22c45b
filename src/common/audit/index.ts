export { type AuditActor, recordChange } from './audit-log.js';
