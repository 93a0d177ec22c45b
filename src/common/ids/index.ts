export { newId, randomBase62 } from './ids.js';
