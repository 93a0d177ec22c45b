import { describeOwnWords } from './own-words/own-words-suite.js';

describeOwnWords({ calls: 100, staggerMs: 400, timeoutMs: 900_000 });
