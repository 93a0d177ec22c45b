import { describeMalformedRequests } from './malformed-suite.js';

describeMalformedRequests();
