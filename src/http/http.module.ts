import { Global, Module } from '@nestjs/common';
import { IdempotencyService } from './idempotency/index.js';

/** What controllers share. */
@Global()
@Module({ providers: [IdempotencyService], exports: [IdempotencyService] })
export class HttpModule {}
