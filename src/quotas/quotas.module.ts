import { Global, Module } from '@nestjs/common';
import { JobsModule } from '../jobs/index.js';
import { AccountQuotas } from './account-quotas.js';
import { AccountRefusals } from './account-refusals.js';
import { AccountStorage } from './account-storage.js';
import { ExpensiveReads } from './expensive-reads.js';
import { StoredBytesSums } from './stored-bytes-sums.js';

const SERVICES = [AccountQuotas, AccountRefusals, AccountStorage, ExpensiveReads];

/** What an account may use, and uses. */
@Global()
@Module({ imports: [JobsModule], providers: [...SERVICES, StoredBytesSums], exports: SERVICES })
export class QuotasModule {}
