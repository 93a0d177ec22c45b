import { matchSecret, type SecretEvidence } from './secret-match.js';

const evidence: SecretEvidence = { noted: 'a', own: ['a'], opened: 0, sealed: 0, mayReplace: false };

describe('matchSecret', () => {
  it.each<[string, Partial<SecretEvidence>, string]>([
    ['the noted secret', {}, 'same'],
    ['the noted secret, when one may be replaced', { mayReplace: true }, 'same'],
    ['the noted secret before an older one', { own: ['a', 'b'] }, 'same'],
    ['a new secret before the noted one', { own: ['b', 'a'] }, 'rotate'],
    ['another secret', { own: ['b'] }, 'mismatch'],
    ['another secret that replaces a lost one', { own: ['b'], mayReplace: true }, 'replace'],
    ['nothing noted and nothing sealed', { noted: undefined }, 'note'],
    ['nothing noted and what it can open', { noted: undefined, sealed: 5, opened: 1 }, 'note'],
    ['nothing noted and nothing that it can open', { noted: undefined, sealed: 5 }, 'mismatch'],
    ['the same, where the old one is lost', { noted: undefined, sealed: 5, mayReplace: true }, 'replace'],
  ])('%s', (_name, change, expected) => {
    expect(matchSecret({ ...evidence, ...change })).toBe(expected);
  });
});
