import { describeDatabaseLoss } from './database-loss-suite.js';

describeDatabaseLoss(30_000);
