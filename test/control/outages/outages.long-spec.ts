import { describeOutage } from './outage-suite.js';
import { failover, fullDisk, readOnly } from './outages.js';

const AWAY_MS = 30_000;

describeOutage('a read-only PostgreSQL', readOnly, AWAY_MS);
describeOutage('a failover to a standby', failover, AWAY_MS);
// Mounting a disk requires root.
if (process.getuid?.() === 0) describeOutage('a PostgreSQL without room on its disk', fullDisk, AWAY_MS);
