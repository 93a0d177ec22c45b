import { serveEngine } from '../../workers/serve-engine.js';
import { loadEngine } from './engine.js';
import type { SherpaEngineTypes } from './sherpa-engine-types.js';

/**
 * The process in which one engine runs. The engine is native code that ends its process when a model is broken, so it
 * must not be the process that carries the calls.
 */
serveEngine<SherpaEngineTypes>(({ engine, packageDirectory }, reply) =>
  loadEngine(engine, packageDirectory, reply),
);
