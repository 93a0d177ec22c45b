import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { copyleftProblems } from '../../scripts/lib/licences/compiled-files.mjs';
import { isAllowed, licenceProblems } from '../../scripts/lib/licences/package-licences.mjs';

describe('license check', () => {
  it('rejects a runtime package with a copyleft or missing license at any depth', () => {
    expect(
      licenceProblems({
        '': { license: 'Apache-2.0' },
        'node_modules/good': { version: '1.0.0', license: 'MIT' },
        'node_modules/gnu': { version: '1.0.0', license: 'GPL-3.0-only' },
        'node_modules/a/node_modules/@b/silent': { version: '2.0.0' },
        'node_modules/weak': { version: '3.0.0', license: 'MPL-2.0' },
      }),
    ).toEqual([
      'gnu@1.0.0: GPL-3.0-only is not on the list for what runs',
      '@b/silent@2.0.0: no licence is not on the list for what runs',
      'weak@3.0.0: MPL-2.0 is not on the list for what runs',
    ]);
  });

  it('allows file-level copyleft in tools, and no more', () => {
    expect(
      licenceProblems({
        'node_modules/weak': { version: '3.0.0', license: 'MPL-2.0', dev: true },
        'node_modules/gnu': { version: '1.0.0', license: 'GPL-2.0', dev: true },
      }),
    ).toEqual(['gnu@1.0.0: GPL-2.0 is not on the list for a tool']);
  });

  it('accepts OR if one part is allowed, AND if all are, and rejects what it cannot parse', () => {
    const allowed = new Set(['MIT', 'ISC']);
    expect(isAllowed('(MIT OR GPL-3.0)', allowed)).toBe(true);
    expect(isAllowed('MIT AND ISC', allowed)).toBe(true);
    expect(isAllowed('(MIT AND GPL-3.0)', allowed)).toBe(false);
    expect(isAllowed('GPL-3.0 OR (MIT AND GPL-2.0)', allowed)).toBe(false);
    expect(isAllowed('SEE LICENSE IN LICENSE', allowed)).toBe(false);
    expect(isAllowed('', allowed)).toBe(false);
  });

  it("finds GPL code in a compiled file despite its package's claim", () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'earshot-licences-'));
    try {
      writeFileSync(path.join(folder, 'engine.so.1'), Buffer.from('\0\x01espeak_Initialize\0'));
      writeFileSync(path.join(folder, 'clean.node'), Buffer.from('\0ActiveSpeakerObserver\0'));
      writeFileSync(path.join(folder, 'notes.md'), 'unlike espeak_Initialize');
      expect(copyleftProblems(folder)).toEqual(['engine.so.1 contains espeak-ng (GPL-3.0)']);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
