export { newId, randomBase62, type IdPrefix } from './ids.js';
