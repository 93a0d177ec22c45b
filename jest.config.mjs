import { readFileSync } from 'node:fs';

/**
 * Nest 12 is ESM only, so Jest runs in its ESM mode (node --experimental-vm-modules) and SWC transforms the
 * sources.
 */
const { jsc, sourceMaps } = JSON.parse(readFileSync(new URL('.swcrc', import.meta.url), 'utf8'));

// Libraries look for it while they load, outside of the copy of the environment that suites get.
process.env.ORT_DISABLE_TELEMETRY = '1';

const common = {
  rootDir: import.meta.dirname,
  testEnvironment: '<rootDir>/test/support/node-environment.mjs',
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: { '^.+\\.ts$': ['@swc/jest', { jsc, sourceMaps, swcrc: false, module: { type: 'es6' } }] },
};

export default {
  // Makes Jest run suites in processes of their own even where there is one worker only. The native addon of
  // @roamhq/wrtc can crash while its process is torn down, after all tests have passed; in Jest's main process that
  // would turn a pass into a failure.
  workerIdleMemoryLimit: '2GB',
  // Most of the time goes into waiting for speech that is spoken in real time, which four suites can do at once on
  // two cores.
  maxWorkers: 4,
  testSequencer: '<rootDir>/test/support/mixed-sequencer.mjs',
  testTimeout: 60_000,
  projects: [
    { ...common, displayName: 'unit', testMatch: ['<rootDir>/src/**/*.spec.ts'] },
    {
      ...common,
      displayName: 'e2e',
      testMatch: ['<rootDir>/test/**/*.e2e-spec.ts'],
      globalSetup: '<rootDir>/test/support/global-setup.mjs',
      globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
    },
    {
      ...common,
      displayName: 'long',
      testMatch: ['<rootDir>/test/**/*.long-spec.ts'],
      globalSetup: '<rootDir>/test/support/global-setup.mjs',
      globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
    },
  ],
};
