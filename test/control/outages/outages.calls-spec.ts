import { describeOutage } from './outage-suite.js';
import { readOnly } from './outages.js';

describeOutage('a read-only PostgreSQL', readOnly, 2_000);
