import { describeDatabaseLoss } from './database-loss-suite.js';

describeDatabaseLoss(4_000);
