import { describeLockWaits } from './lock-wait-suite.js';

// The lock outlasts a statement and its ROLLBACK. One case disables the server's timeouts, so only the process times
// out, as with a stalled network.
const OWN_TIMEOUTS = { DATABASE_QUERY_TIMEOUT_MS: '500', DATABASE_POOL_SIZE: '6' };

describeLockWaits({ runs: 1, heldMs: [1_200], changes: ['publish'], env: OWN_TIMEOUTS });

describe('without a server timeout', () => {
  describeLockWaits({
    runs: 1,
    heldMs: [1_200],
    changes: [],
    env: OWN_TIMEOUTS,
    overrides: { database: { statementShare: 0, lockShare: 0, idleInTransactionShare: 0 } },
  });
});
