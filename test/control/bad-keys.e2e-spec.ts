import { describeBadKeys } from './bad-keys-suite.js';

describeBadKeys(1_600);
