import { describeBadKeys } from './bad-keys-suite.js';

describeBadKeys(10_000);
