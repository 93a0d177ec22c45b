import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { inProject } from '../../../scripts/lib/project.mjs';

/** The package `@earshot/client`, built in a folder of this suite. */
export interface BuiltSdk {
  readonly folder: string;
  remove(): void;
}

export function buildSdk(): BuiltSdk {
  const root = mkdtempSync(path.join(os.tmpdir(), 'earshot-sdk-'));
  const folder = path.join(root, 'client');
  cpSync(inProject('client'), folder, {
    recursive: true,
    filter: (file) => path.basename(file) !== 'dist',
  });
  symlinkSync(inProject('node_modules'), path.join(root, 'node_modules'));
  const { status, stderr } = spawnSync(process.execPath, [path.join(folder, 'build.mjs')], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the SDK was not built: ${stderr}`);
  return { folder, remove: () => rmSync(root, { recursive: true, force: true }) };
}
