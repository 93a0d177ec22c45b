export { TestSetsModule } from './test-sets.module.js';
export { TestSetsService } from './test-sets.service.js';
export type { NewTestSet } from './script/test-script.js';
