export { startThread } from './start-thread.js';
