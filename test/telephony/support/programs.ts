import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { hasOwnAddress } from '../../support/own-address.js';

const PACKAGES: Readonly<Record<string, string>> = { sipp: 'sip-tester' };
const SYSTEM_FOLDERS = ['/usr/local/bin', '/usr/bin', '/usr/sbin'];

/**
 * `describe` when the programs are installed and this machine has a callable address; otherwise the suite is skipped
 * with a message.
 */
export function describeWith(programs: readonly string[], inner: jest.Describe): jest.Describe {
  const missing = programs.filter((name) => !isInstalled(name));
  if (missing.length === 0 && hasOwnAddress()) return inner;
  console.warn(
    missing.length === 0
      ? 'Skipped: this machine has no address but loopback, which phones do not call.'
      : `Skipped: ${missing.join(', ')} not found. Install it (Debian: apt install ${missing.map((name) => PACKAGES[name] ?? name).join(' ')}).`,
  );
  return describe.skip;
}

function isInstalled(name: string): boolean {
  return [...(process.env['PATH'] ?? '').split(path.delimiter), ...SYSTEM_FOLDERS].some((folder) => {
    try {
      accessSync(path.join(folder, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
