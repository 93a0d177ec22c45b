import { randomBytes } from 'node:crypto';
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ConfigError } from '../config/index.js';

const MIN_LENGTH = 32;
const MADE_LENGTH_BYTES = 32;
const FILE_NAME = 'instance-secret';

/**
 * The instance secrets, newest first: INSTANCE_SECRET, or the file `instance-secret` in the data folder, created at the
 * first start. Several secrets are separated by commas (blanks are allowed inside a secret, not around it); the first
 * one seals, the others only open values that they sealed.
 * @throws ConfigError when one is shorter than 32 characters.
 */
export function loadInstanceSecrets(configured: string | undefined, dataDir: string): string[] {
  const text = configured ?? readOrMake(path.join(dataDir, FILE_NAME));
  const secrets = text
    .split(',')
    .map((secret) => secret.trim())
    .filter((secret) => secret !== '');
  if (secrets.length === 0 || secrets.some((secret) => secret.length < MIN_LENGTH)) {
    throw new ConfigError([`INSTANCE_SECRET must have at least ${MIN_LENGTH} characters`]);
  }
  return secrets;
}

function readOrMake(file: string): string {
  return read(file) ?? make(file);
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Written to a temporary file and then linked, so that only one of several processes succeeds, and no reader sees a
 * partial secret.
 */
function make(file: string): string {
  mkdirSync(path.dirname(file), { recursive: true });
  const own = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(own, `${randomBytes(MADE_LENGTH_BYTES).toString('base64url')}\n`, { mode: 0o600 });
  chmodSync(own, 0o600);
  try {
    linkSync(own, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(own);
  }
  return readFileSync(file, 'utf8');
}
