// Libraries look for it while they load.
process.env.ORT_DISABLE_TELEMETRY = '1';

const common = {
  rootDir: import.meta.dirname,
  // Suites are run as Node runs programs: on the compiled sources, without Jest's own module system.
  runner: '<rootDir>/test/support/runner/native-runner.mjs',
  transform: {},
  // For `--watch`, which looks for suites that import what has changed.
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  modulePathIgnorePatterns: ['<rootDir>/.cache', '<rootDir>/dist'],
};

const withDatabase = {
  ...common,
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
};

export default {
  // Two that mostly wait, as for speech that is spoken in real time, and two that mostly work. With more, two cores
  // are so busy that all of them together take longer.
  maxWorkers: 4,
  testSequencer: '<rootDir>/test/support/mixed-sequencer.mjs',
  testTimeout: 60_000,
  projects: [
    { ...common, displayName: 'unit', testMatch: ['<rootDir>/src/**/*.spec.ts'] },
    { ...withDatabase, displayName: 'e2e', testMatch: ['<rootDir>/test/**/*.e2e-spec.ts'] },
    { ...withDatabase, displayName: 'long', testMatch: ['<rootDir>/test/**/*.long-spec.ts'] },
  ],
};
