import { Global, Module } from '@nestjs/common';
import { WorkPoller } from './work-poller.js';

/** One poll of the database for all deferred work. */
@Global()
@Module({ providers: [WorkPoller], exports: [WorkPoller] })
export class JobsModule {}
