import { serveEngine } from '../../workers/serve-engine.js';
import { loadEngine } from './engine.js';
import type { SherpaEngineTypes } from './sherpa-engine-types.js';

/**
 * The process of one engine. Native code exits its process on a broken model, so it must not run in the process with
 * the calls.
 */
serveEngine<SherpaEngineTypes>(({ engine, packageDirectory }, reply) =>
  loadEngine(engine, packageDirectory, reply),
);
