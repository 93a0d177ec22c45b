// Stands in for `@jest/globals`, which works in Jest's own realms only. Loaded anew for each suite of a process.
export { jest } from './jest-object.mjs';
export const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } = globalThis;
