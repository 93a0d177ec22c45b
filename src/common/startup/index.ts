export { Startup } from './startup.js';
