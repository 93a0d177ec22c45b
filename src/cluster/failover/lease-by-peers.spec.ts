import { describe, expect, it } from '@jest/globals';
import { whoKeepsLease } from './lease-by-peers.js';

describe('instance that cannot renew its lease', () => {
  it.each([
    [['done'], 'another-instance'],
    [['silent', 'cut-off', 'done'], 'another-instance'],
    [[], 'nobody-can'],
    [['cut-off'], 'nobody-can'],
    [['cut-off', 'gone', 'another-instance'], 'nobody-can'],
    [['cut-off', 'silent'], 'lost'],
    [['unknown'], 'lost'],
    [['cut-off', 'unknown'], 'lost'],
  ] as const)('given peer answers %j: %s', (answers, kept) => {
    expect(whoKeepsLease(answers)).toBe(kept);
  });
});
