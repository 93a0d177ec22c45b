import { describeOwnWords } from './own-words/own-words-suite.js';

describeOwnWords({ calls: 12, staggerMs: 150, timeoutMs: 240_000 });
