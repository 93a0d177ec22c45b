import { Global, Module } from '@nestjs/common';
import { JobRunner } from './job-runner.js';
import { WorkPoller } from './work-poller.js';

/** The runner of all periodic and deferred work. */
@Global()
@Module({ providers: [JobRunner, WorkPoller], exports: [JobRunner] })
export class JobsModule {}
