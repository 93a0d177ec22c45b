/** Runs modules outside the main thread: in threads what blocks, in processes what may crash. */
export { startProcess } from './start-process.js';
export { startThread } from './start-thread.js';
export { stepBack } from './step-back.js';
