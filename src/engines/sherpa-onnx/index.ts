/**
 * Speech models that the operator supplies, run by `sherpa-onnx-node`: `models/` detects what lies in a model's
 * folder, `process/` runs it in processes of its own. See `SherpaEngines`.
 */
export { SherpaEngines, type SherpaEngine, type SherpaEnginesOptions } from './sherpa-engines.js';
