/** Runs modules outside the main thread: blocking work in threads, code that may crash in processes. */
export { startProcess } from './start-process.js';
export { startThread } from './start-thread.js';
export { stepBack } from './step-back.js';
