import { sharedApp } from '../support/app.js';
import { describeMalformedRequests } from './malformed-suite.js';

// Each operation with each fault once.
describeMalformedRequests(() => {
  const service = sharedApp();
  return Promise.resolve({ service, close: () => service.close() });
});
