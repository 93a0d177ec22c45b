import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { inProject } from '../../scripts/lib/project.mjs';

/** Rebuilds the studio if needed, once for all suites. */
export async function ensureStudio(): Promise<void> {
  await promisify(execFile)(process.execPath, [
    inProject('scripts', 'lib', 'studio', 'build-if-changed.mjs'),
  ]);
}
