export type { ProcessLoad } from './process-load.js';
export { Siblings, type SiblingNews } from './siblings.js';
