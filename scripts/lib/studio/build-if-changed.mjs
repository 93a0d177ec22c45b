// A separate process for tests, whose environment has NODE_ENV and more.
import { buildStudioIfChanged } from '../build/build-service.mjs';

await buildStudioIfChanged();
