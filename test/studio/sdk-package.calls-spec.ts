import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import vm from 'node:vm';
import { gzipSync } from 'node:zlib';
import { inProject } from '../../scripts/lib/project.mjs';
import { type BuiltSdk, buildSdk } from '../web/support/built-sdk.js';

const run = promisify(execFile);
const node = async (...args: string[]) => (await run(process.execPath, args)).stdout.trim();

/** Compressed size a page has to load. */
const MAX_GZIP_BYTES = 10_240;

describe('package @earshot/client', () => {
  let sdk: BuiltSdk;
  const dist = (...file: string[]) => path.join(sdk.folder, 'dist', ...file);

  beforeAll(() => {
    sdk = buildSdk();
  });
  afterAll(() => sdk.remove());

  it('builds to one ES module without dependencies, with types', async () => {
    const manifest = JSON.parse(readFileSync(inProject('client', 'package.json'), 'utf8')) as object;
    expect(manifest).not.toHaveProperty('dependencies');
    const code = readFileSync(dist('index.js'), 'utf8');
    expect(code).not.toMatch(/\bimport\b\s*[^(]*\bfrom\b|\brequire\(/);
    for (const types of ['index.d.ts', 'cjs/index.d.ts'])
      expect(readFileSync(dist(types), 'utf8')).toContain('EarshotCall');
    // In plain Node, without the test runner's loader.
    const exported = `import(${JSON.stringify(pathToFileURL(dist('index.js')).href)})`;
    expect(await node('-e', `${exported}.then((m) => console.log(Object.keys(m).sort().join()))`)).toBe(
      'CallError,EarshotCall',
    );
  });

  it('loads by require, and by a script element as `Earshot`', async () => {
    const required = `Object.keys(require(${JSON.stringify(dist('cjs', 'index.js'))})).sort().join()`;
    expect(await node('-p', required)).toBe('CallError,EarshotCall');
    const page: { Earshot?: object } = vm.createContext({});
    vm.runInContext(`${readFileSync(dist('earshot.global.js'), 'utf8')}; this.Earshot = Earshot`, page);
    expect(Object.keys(page.Earshot ?? {}).sort()).toEqual(['CallError', 'EarshotCall']);
  });

  it(`has at most ${MAX_GZIP_BYTES} bytes compressed, with source maps`, () => {
    const script = readFileSync(dist('earshot.global.js'));
    expect(gzipSync(script, { level: 9 }).length).toBeLessThanOrEqual(MAX_GZIP_BYTES);
    for (const file of ['index.js', 'cjs/index.js', 'earshot.global.js']) {
      const { sources } = JSON.parse(readFileSync(dist(`${file}.map`), 'utf8')) as { sources: string[] };
      expect([file, sources.every((source) => /^(\.\.\/)+src\/[\w-]+\.ts$/.test(source))]).toEqual([
        file,
        true,
      ]);
    }
  });

  it('packs to the same bytes on any machine, and so does @earshot/react', async () => {
    const other = buildSdk();
    /** Simulates another machine: folder, time zone, language and umask. */
    const pack = async (folder: string, setting: string) => {
      const command = `${setting} && npm pack --json --silent --pack-destination "${folder}"`;
      const { stdout } = await run('sh', ['-c', command], { cwd: folder });
      const [packed] = JSON.parse(stdout.slice(stdout.indexOf('['))) as { filename: string }[];
      const bytes = readFileSync(path.join(folder, packed?.filename ?? ''));
      return createHash('sha256').update(bytes).digest('hex');
    };
    const here = 'umask 022';
    const elsewhere = 'umask 077 && export TZ=Pacific/Auckland LC_ALL=C';
    for (const part of [[], ['react']]) {
      const hashes = [
        await pack(path.join(sdk.folder, ...part), here),
        await pack(path.join(other.folder, ...part), elsewhere),
      ];
      expect([part, hashes[1]]).toEqual([part, hashes[0]]);
    }
    other.remove();
  });
});
