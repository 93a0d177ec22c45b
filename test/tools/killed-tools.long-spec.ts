import { killedToolsSuite } from './killed-tools-suite.js';

killedToolsSuite(20);
