import { describeLockWaits } from './lock-wait-suite.js';

// The service's own timeouts: what is tested is what people run.
describeLockWaits({ runs: 20, heldMs: [2_500, 4_500], env: {} });
