import { describeOwnWords } from './own-words/own-words-suite.js';

describeOwnWords({ calls: 100, staggerMs: 700, timeoutMs: 900_000 });
