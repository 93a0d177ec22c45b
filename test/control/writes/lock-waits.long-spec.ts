import { describeLockWaits } from './lock-wait-suite.js';

// The service's default timeouts.
describeLockWaits({ runs: 20, heldMs: [2_500, 4_500], env: {} });
