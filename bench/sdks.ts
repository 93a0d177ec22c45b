import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { inProject } from '../scripts/lib/project.mjs';
import { benchOptions } from './support/options.js';

benchOptions(
  'sdks',
  `@earshot/client beside the SDKs of others: what a page loads of each (the class that calls, bundled and minified with
all that it needs, gzip), and the lines of the same page with each (bench/sdks/pages, compiled against the packages' own
types). Installs those packages into a temporary folder, so it needs a registry.`,
  {},
);
const OTHERS = [
  { name: 'livekit-client', version: '2.23.0', page: 'livekit-client', imported: '{ Room }' },
  { name: '@vapi-ai/web', version: '2.7.1', page: 'vapi', imported: 'Vapi' },
  { name: '@elevenlabs/client', version: '1.25.0', page: 'elevenlabs', imported: '{ Conversation }' },
] as const;
const OURS = { name: '@earshot/client', page: 'earshot', imported: '{ EarshotCall }' } as const;
const SUFFIX = '.ts.txt';

const run = promisify(execFile);
const folder = mkdtempSync(path.join(os.tmpdir(), 'earshot-sdks-'));
try {
  await install();
  await compilePages();
  console.log('| package | version | minified | gzip | lines of the page |');
  console.log('| --- | --- | --- | --- | --- |');
  for (const sdk of [OURS, ...OTHERS]) {
    const manifest = path.join(folder, 'node_modules', sdk.name, 'package.json');
    const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
    const { minified, gzip } = await sizeOf(sdk.name, sdk.imported);
    const cells = [sdk.name, version, kB(minified), kB(gzip), linesOf(sdk.page)];
    console.log(`| ${cells.join(' | ')} |`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function install(): Promise<void> {
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  const packages = OTHERS.map(({ name, version }) => `${name}@${version}`);
  const options = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--silent', ...packages];
  await run('npm', options, { cwd: folder });
  const own = path.join(folder, 'earshot-client');
  cpSync(inProject('client'), own, { recursive: true, filter: (file) => path.basename(file) !== 'dist' });
  symlinkSync(inProject('node_modules'), path.join(own, 'node_modules'));
  await run(process.execPath, [path.join(own, 'build.mjs')]);
  mkdirSync(path.join(folder, 'node_modules', '@earshot'), { recursive: true });
  symlinkSync(own, path.join(folder, 'node_modules', '@earshot', 'client'));
}

/** @throws if a page does not compile with its package's types. */
async function compilePages(): Promise<void> {
  const pages = inProject('bench', 'sdks', 'pages');
  for (const page of readdirSync(pages))
    cpSync(path.join(pages, page), path.join(folder, page.replace(SUFFIX, '.ts')));
  const options = { module: 'esnext', moduleResolution: 'bundler', target: 'es2022', strict: true };
  const compilerOptions = {
    ...options,
    lib: ['es2022', 'dom', 'dom.iterable'],
    skipLibCheck: true,
    types: [],
  };
  const config = { compilerOptions: { ...compilerOptions, noEmit: true }, include: ['*.ts'] };
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(config));
  const compiler = inProject('node_modules', 'typescript', 'lib', 'tsc.js');
  await run(process.execPath, [compiler, '-p', folder]).catch((error: unknown) => {
    throw new Error(`a page does not compile: ${(error as { stdout?: string }).stdout ?? ''}`);
  });
}

async function sizeOf(name: string, imported: string) {
  const local = imported.replace(/[{} ]/g, '');
  const { outputFiles } = await build({
    stdin: { contents: `import ${imported} from '${name}'; console.log(${local});`, resolveDir: folder },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    write: false,
    logLevel: 'error',
  });
  const code = outputFiles[0]?.contents ?? new Uint8Array();
  return { minified: code.length, gzip: gzipSync(code, { level: 9 }).length };
}

function linesOf(page: string): number {
  const text = readFileSync(inProject('bench', 'sdks', 'pages', page + SUFFIX), 'utf8');
  return text.split('\n').filter((line) => line.trim() !== '').length;
}

function kB(bytes: number): string {
  return `${(bytes / 1_000).toFixed(1)} kB`;
}
