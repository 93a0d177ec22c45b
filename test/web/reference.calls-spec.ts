import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { inProject } from '../../scripts/lib/project.mjs';

describe('reference of the web packages', () => {
  it('is generated from their types and documents every export', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'earshot-reference-'));
    try {
      const script = inProject('scripts', 'docs-client.mjs');
      // Fails on an undocumented export or a broken link.
      await promisify(execFile)(process.execPath, [script, folder]);
      const pages = ['index.html', 'classes/src.EarshotCall.html', 'functions/react_src.useCall.html'];
      expect(pages.filter((page) => !existsSync(path.join(folder, page)))).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
