import { Module } from '@nestjs/common';
import { AuditRetention } from './audit-retention.js';

/** Records of changes are written by those who make them, with `recordChange`; this deletes expired ones. */
@Module({ providers: [AuditRetention] })
export class AuditModule {}
