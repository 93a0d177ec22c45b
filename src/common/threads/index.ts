/** Runs modules outside the main thread: blocking work in threads, code that may crash in processes. */
export { startProcess, startThread } from './start-process.js';
export { stepBack } from './step-back.js';
