/**
 * Speech models of the operator, run by `sherpa-onnx-node`: `models/` detects the model in a folder, `process/` runs it
 * in processes of its own. See `SherpaEngines`.
 */
export { SherpaEngines, type SherpaEngine, type SherpaEnginesOptions } from './sherpa-engines.js';
