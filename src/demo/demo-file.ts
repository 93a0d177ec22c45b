import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { AppConfig } from '../common/config/index.js';

const DemoFile = Type.Object({
  baseUrl: Type.String(),
  /** Address of signaling without its path, as the interface writes {signaling_url}. */
  signalingUrl: Type.String(),
  studioUrl: Type.String(),
  /** Signs the owner of the demo account in, once and within SIGN_IN_LINK_MINUTES of the start. */
  signInUrl: Type.Optional(Type.String()),
  accountId: Type.String(),
  agentId: Type.String(),
  apiKey: Type.String(),
  connectorToken: Type.String(),
  /** What a softphone on this machine dials; absent where SIP is switched off. */
  sipUri: Type.Optional(Type.String()),
});

/** What people and scripts need to try this instance. */
export type DemoAccess = Static<typeof DemoFile>;

/** Where the file is: in DATA_DIR unless DEMO_FILE says otherwise, so that each service of one clone has its own. */
export function demoFileOf({ instance }: AppConfig): string {
  return instance.demoFile ?? path.join(instance.dataDir, 'demo.json');
}

/** What an earlier start wrote; undefined without such a file, or if it is not ours. */
export async function readDemoFile(file: string): Promise<DemoAccess | undefined> {
  try {
    const content: unknown = JSON.parse(await readFile(file, 'utf8'));
    return Value.Check(DemoFile, content) ? content : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Renamed into place, so that nobody reads half of it; readable by its owner only. */
export async function writeDemoFile(file: string, access: DemoAccess): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const aside = `${file}.${randomBytes(4).toString('hex')}`;
  await writeFile(aside, `${JSON.stringify(access, null, 2)}\n`, { mode: 0o600 });
  await rename(aside, file);
}
