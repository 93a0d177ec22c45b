import { killedToolsSuite } from './killed-tools-suite.js';

// At two points; the long test has twenty.
killedToolsSuite(2);
