import { Injectable } from '@nestjs/common';
import { SuspendedAccounts } from '../../auth/index.js';
import { LiveCalls } from '../../cluster/index.js';
import type { Call } from '../../calls/call.js';

/** Ends the calls of accounts that the operator suspends, each with a goodbye. */
@Injectable()
export class SuspendedCalls {
  constructor(suspended: SuspendedAccounts, live: LiveCalls<Call>) {
    // The next poll finds calls that were admitted just before.
    suspended.onRead(() => {
      for (const call of live.all()) {
        if (suspended.has(call.admission.accountId)) void call.endWithGoodbye('account-suspended');
      }
    });
  }
}
