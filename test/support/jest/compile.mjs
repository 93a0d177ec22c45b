import { compileTools } from '../../../scripts/lib/build/tool-code.mjs';

/** Runs once before the unit specs: threads and processes that they start run on compiled sources. */
export default () => compileTools();
