import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { inProject } from '../../scripts/lib/project.mjs';

const run = promisify(execFile);

describe('the package @earshot/client', () => {
  it('builds to one module without dependencies, with its types', async () => {
    await run(process.execPath, [inProject('client', 'build.mjs')]);
    const manifest = JSON.parse(readFileSync(inProject('client', 'package.json'), 'utf8')) as Record<
      string,
      unknown
    >;
    expect(manifest.dependencies).toBeUndefined();
    const code = readFileSync(inProject('client', 'dist', 'index.js'), 'utf8');
    expect(code).not.toMatch(/\bimport\b\s*[^(]*\bfrom\b|\brequire\(/);
    expect(readFileSync(inProject('client', 'dist', 'index.d.ts'), 'utf8')).toContain('EarshotCall');
    // In a plain Node, without the test runner's own loader.
    const exported = `import(${JSON.stringify(pathToFileURL(inProject('client', 'dist', 'index.js')).href)})`;
    const { stdout } = await run(process.execPath, [
      '-e',
      `${exported}.then((m) => console.log(Object.keys(m).join()))`,
    ]);
    expect(stdout.trim().split(',').sort()).toEqual(['CallError', 'EarshotCall']);
  });
});
