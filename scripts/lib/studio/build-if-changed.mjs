// A process of its own for tests: the bundler's native parts do not run in Jest's realm.
import { buildStudioIfChanged } from '../build/build-service.mjs';

await buildStudioIfChanged();
