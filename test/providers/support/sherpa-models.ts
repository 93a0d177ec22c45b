import { projectFile } from '../../../src/common/assets/index.js';

/** Where the small models lie that its scripts made. */
export const sherpaModels = {
  streaming: projectFile('test', 'providers', 'sherpa-models', 'streaming'),
  offline: projectFile('test', 'providers', 'sherpa-models', 'offline'),
  voice: projectFile('test', 'providers', 'sherpa-models', 'voice'),
} as const;
