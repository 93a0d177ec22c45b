import { type DynamicModule, Global, Module } from '@nestjs/common';
import { ChangeSignals } from './change-signals/index.js';
import { Clock, SystemClock } from './clock/index.js';
import { AppConfig } from './config/index.js';
import { LoggingModule } from './logging/logging.module.js';
import { Metrics } from './metrics/index.js';
import { PrismaService } from './prisma/index.js';
import { InstanceKeys, SealedColumns } from './secrets/index.js';
import { Startup } from './startup/index.js';
import { Tracing } from './tracing/index.js';

/** Injected by all modules. */
const SERVICES = [ChangeSignals, InstanceKeys, Metrics, PrismaService, SealedColumns, Tracing];

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
      ],
      exports: [AppConfig, Startup, Clock, ...SERVICES],
    };
  }
}
