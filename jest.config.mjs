// Libraries read it while they load.
process.env.ORT_DISABLE_TELEMETRY = '1';

const common = {
  rootDir: import.meta.dirname,
  testEnvironment: '<rootDir>/test/support/jest/environment.mjs',
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': '<rootDir>/test/support/jest/transform.mjs' },
  moduleFileExtensions: ['js', 'mjs', 'cjs', 'ts', 'json', 'node'],
  moduleNameMapper: { '^(\\.{1,2}/.*)(?<!\\.json)\\.js$': '$1' },
  modulePathIgnorePatterns: ['<rootDir>/.cache', '<rootDir>/dist'],
};

const withService = {
  ...common,
  globalSetup: '<rootDir>/test/support/jest/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/jest/global-teardown.mjs',
};

export default {
  // Suites mostly wait: for the service, for speech in real time.
  maxWorkers: 3,
  // Each suite loads its own modules, and V8 keeps some of them.
  workerIdleMemoryLimit: '1GB',
  // Ends hanging tests only; a busy machine may take six times as long as an idle one.
  testTimeout: 180_000,
  reporters: ['default', '<rootDir>/test/support/jest/totals-reporter.mjs'],
  // `npm test -- --coverage`: scripts/lib/coverage.mjs adds the coverage of started services, and prints it.
  coverageProvider: 'v8',
  coverageReporters: ['json'],
  coverageDirectory: '<rootDir>/.cache/coverage/jest',
  collectCoverageFrom: ['src/**/*.ts', '!src/generated/**', '!src/**/*.spec.ts'],
  projects: [
    {
      ...common,
      displayName: 'unit',
      globalSetup: '<rootDir>/test/support/jest/compile.mjs',
      testMatch: ['<rootDir>/src/**/*.spec.ts'],
    },
    { ...withService, displayName: 'e2e', testMatch: ['<rootDir>/test/**/*.e2e-spec.ts'] },
    { ...withService, displayName: 'calls', testMatch: ['<rootDir>/test/**/*.calls-spec.ts'] },
    { ...withService, displayName: 'long', testMatch: ['<rootDir>/test/**/*.long-spec.ts'] },
  ],
};
