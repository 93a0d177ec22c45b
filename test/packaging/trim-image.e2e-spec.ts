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

describe('trimmed container image', () => {
  it('drops files for development tools and keeps licenses and code', () => {
    const kept = ['runs/index.js', 'runs/LICENSE', 'runs/package.json'];
    const dropped = ['runs/index.js.map', 'runs/index.d.ts', 'runs/index.d.mts', 'tool/index.js'];
    give(...kept, ...dropped);
    removeDevelopment(modules, {
      '': { dependencies: { runs: '*' } },
      'node_modules/runs': {},
      'node_modules/tool': {},
    });
    expect(left(...kept, ...dropped)).toEqual(kept);
    expect(sizesOf(modules).map(({ name }) => name)).toEqual(['runs']);
  });

  it('keeps what the service requires in place and drops build-only files', () => {
    const packages = {
      '': { dependencies: { runs: '*', '@swc/core': '*' }, optionalDependencies: { often: '*' } },
      studio: { dependencies: { bundled: '*' } },
      'node_modules/runs': {
        dependencies: { part: '*' },
        peerDependencies: { peer: '*', taste: '*' },
        peerDependenciesMeta: { taste: { optional: true } },
      },
      'node_modules/runs/node_modules/part': { dependencies: { shared: '*' } },
      'node_modules/part': {},
      'node_modules/shared': {},
      'node_modules/peer': {},
      'node_modules/taste': {},
      'node_modules/often': {},
      'node_modules/@swc/core': { dependencies: { shared: '*', 'only-build': '*' } },
      'node_modules/only-build': {},
      'node_modules/bundled': {},
    };
    expect(developmentPlaces(packages)).toEqual(
      ['part', 'taste', '@swc/core', 'only-build', 'bundled'].map((name) => `node_modules/${name}`),
    );
  });

  it('leaves out development and build dependencies', () => {
    const places = developmentPlaces(packagesOf(projectFile('package-lock.json')));
    const dropped = ['jest', 'typescript', 'react', '@swc/core', 'effect'];
    expect(places).toEqual(expect.arrayContaining(dropped.map((name) => `node_modules/${name}`)));
    expect(places).not.toContain('node_modules/@prisma/client');
    expect(places).not.toContain('node_modules/reflect-metadata');
  });
});
