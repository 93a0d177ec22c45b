import { type DynamicModule, Global, Module } from '@nestjs/common';
import { AuditRetention } from './audit/index.js';
import { ChangeSignals } from './change-signals/index.js';
import { Clock, SystemClock } from './clock/index.js';
import { AppConfig } from './config/index.js';
import { WorkPoller } from './polling/index.js';
import { IdempotencyService } from './idempotency/index.js';
import { AccountQuotas, AccountRefusals, ExpensiveReads } from './limits/index.js';
import { LoggingModule } from './logging/logging.module.js';
import { Metrics } from './metrics/index.js';
import { PrismaService } from './prisma/index.js';
import { InstanceKeys, SealedColumns } from './secrets/index.js';
import { Startup } from './startup/index.js';
import { AccountStorage, StoredBytesSums } from './storage/index.js';
import { Tracing } from './tracing/index.js';

/** Injected by all modules. */
const SERVICES = [
  AccountQuotas,
  AccountRefusals,
  AccountStorage,
  ChangeSignals,
  WorkPoller,
  ExpensiveReads,
  IdempotencyService,
  InstanceKeys,
  Metrics,
  PrismaService,
  SealedColumns,
  Tracing,
];

@Global()
@Module({})
export class CommonModule {
  static forRoot(config: AppConfig, startup = new Startup()): DynamicModule {
    return {
      module: CommonModule,
      imports: [LoggingModule],
      providers: [
        { provide: AppConfig, useValue: config },
        { provide: Startup, useValue: startup },
        { provide: Clock, useClass: SystemClock },
        ...SERVICES,
        AuditRetention,
        StoredBytesSums,
      ],
      exports: [AppConfig, Startup, Clock, ...SERVICES],
    };
  }
}
