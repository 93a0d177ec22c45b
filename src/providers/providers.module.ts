import { Module } from '@nestjs/common';
import { AccountProviders } from './accounts/index.js';

/** What is configured to hear, think and speak; here, what accounts have set up themselves. */
@Module({ providers: [AccountProviders], exports: [AccountProviders] })
export class ProvidersModule {}
