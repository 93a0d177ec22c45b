export { TestSetsModule } from './test-sets.module.js';
