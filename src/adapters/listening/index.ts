/** How adapters that find out about turns by themselves hear the caller. */
export { CallerEar } from './caller-ear.js';
