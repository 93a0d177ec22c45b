import { describeMalformedRequests } from './malformed-suite.js';

describeMalformedRequests(20_000);
