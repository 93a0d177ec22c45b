// A process of its own for tests, which have NODE_ENV and much else in theirs.
import { buildStudioIfChanged } from '../build/build-service.mjs';

await buildStudioIfChanged();
