export { type AuditActor, type AuditedChange, recordChange } from './audit-log.js';
