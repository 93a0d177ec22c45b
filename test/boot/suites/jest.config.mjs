import path from 'node:path';

/** Runs the suites in this folder as all others are run. */
export default {
  rootDir: path.resolve(import.meta.dirname, '../../..'),
  runner: '<rootDir>/test/support/runner/native-runner.mjs',
  testSequencer: '<rootDir>/test/boot/suites/by-name.mjs',
  transform: {},
  modulePathIgnorePatterns: ['<rootDir>/.cache', '<rootDir>/dist'],
  testMatch: ['<rootDir>/test/boot/suites/*.ts'],
};
