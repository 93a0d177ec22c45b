import type { SherpaEnginesOptions } from '../../../src/engines/sherpa-onnx/index.js';
import { projectFile } from '../../../src/common/assets/index.js';
import { sherpaPackageDirectory } from '../../support/sherpa.js';

/** Paths of the small generated models. */
export const sherpaModels = {
  streaming: projectFile('test', 'providers', 'sherpa-models', 'streaming'),
  offline: projectFile('test', 'providers', 'sherpa-models', 'offline'),
  voice: projectFile('test', 'providers', 'sherpa-models', 'voice'),
} as const;

/** Options for tests. */
export const engineOptions: SherpaEnginesOptions = {
  packageDirectory: sherpaPackageDirectory,
  processes: 1,
  threads: 1,
  maxQueuedJobs: 20,
  loadTimeoutMs: 30_000,
  jobTimeoutMs: 30_000,
  maxBufferedMs: 60_000,
};
