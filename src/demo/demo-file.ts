import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { AppConfig } from '../common/config/index.js';

const DemoFile = Type.Object({
  baseUrl: Type.String(),
  /** The signaling URL without its path. */
  signalingUrl: Type.String(),
  studioUrl: Type.String(),
  /** Signs in the owner of the demo account, once and within ten minutes after startup. */
  signInUrl: Type.Optional(Type.String()),
  accountId: Type.String(),
  agentId: Type.String(),
  apiKey: Type.String(),
  connectorToken: Type.String(),
  /** The address for a softphone on this machine; absent if SIP is disabled. */
  sipUri: Type.Optional(Type.String()),
});

/** What people and scripts need to try this instance. */
export type DemoAccess = Static<typeof DemoFile>;

/** In DATA_DIR, so that each service of a clone has its own. */
export function demoFileOf({ instance }: AppConfig): string {
  return path.join(instance.dataDir, 'demo.json');
}

/** The file of an earlier start; undefined if it is missing or has another format. */
export async function readDemoFile(file: string): Promise<DemoAccess | undefined> {
  try {
    const content: unknown = JSON.parse(await readFile(file, 'utf8'));
    return Value.Check(DemoFile, content) ? content : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Written atomically by a rename; readable by its owner only. */
export async function writeDemoFile(file: string, access: DemoAccess): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const aside = `${file}.${randomBytes(4).toString('hex')}`;
  await writeFile(aside, `${JSON.stringify(access, null, 2)}\n`, { mode: 0o600 });
  await rename(aside, file);
}
