import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { JanusSession } from './janus-session.js';
import { processorMs, residentBytes } from './process-usage.js';
import type { LoadTarget } from './target.js';

const PROGRAM = '/usr/bin/janus';
const START_TIMEOUT_MS = 10_000;

/** Why the comparison can't be made here; undefined if it can. */
export function janusObstacle(): string | undefined {
  if (process.platform !== 'linux') return 'its processor time is read from /proc, which only Linux has';
  if (!existsSync(PROGRAM)) return `there is no ${PROGRAM} (Debian: apt install janus)`;
  return undefined;
}

/** Janus with only its EchoTest plugin, on loopback, with its own configuration. */
export async function startJanus(): Promise<LoadTarget> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'earshot-janus-'));
  const port = await freePort();
  configure(folder, port);
  const child = spawn(PROGRAM, ['--configs-folder', folder, '--disable-colors'], { stdio: 'ignore' });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const stop = () => stopJanus(child, folder).finally(() => process.off('exit', kill));
  try {
    const session = await openSession(child, port);
    const pid = child.pid ?? 0;
    return {
      open: (offerSdp) => session.openEcho(offerSdp),
      usage: () => Promise.resolve({ nodeMs: 0, transportMs: processorMs(pid) }),
      residentBytes: () => Promise.resolve(residentBytes(pid)),
      async close() {
        session.close();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Debian's configuration, except: ICE-lite, as ours; no STUN; only what EchoTest needs is loaded. */
function configure(folder: string, port: number): void {
  const modules = '/usr/lib/*/janus';
  for (const kind of ['plugins', 'transports']) {
    const [found] = globSync(`${modules}/${kind}`);
    if (found) symlinkSync(found, path.join(folder, kind));
  }
  const others = (kind: string, wanted: string) =>
    globSync(`${modules}/${kind}/*.so`)
      .map((file) => path.basename(file))
      .filter((file) => file !== wanted)
      .join(',');
  writeFileSync(
    path.join(folder, 'janus.jcfg'),
    `general: {
  configs_folder = "${folder}"
  plugins_folder = "${folder}/plugins"
  transports_folder = "${folder}/transports"
  debug_level = 1
  session_timeout = 0
}
nat: { ice_lite = true }
plugins: { disable = "${others('plugins', 'libjanus_echotest.so')}" }
transports: { disable = "${others('transports', 'libjanus_websockets.so')}" }
events: { broadcast = false }
`,
  );
  writeFileSync(
    path.join(folder, 'janus.transport.websockets.jcfg'),
    `general: { ws = true, ws_port = ${port}, ws_ip = "127.0.0.1" }\nadmin: { admin_ws = false }\n`,
  );
}

async function openSession(child: ChildProcess, port: number): Promise<JanusSession> {
  const deadlineMs = performance.now() + START_TIMEOUT_MS;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`Janus ended with ${child.exitCode}`);
    try {
      return await JanusSession.create(`ws://127.0.0.1:${port}`);
    } catch (error) {
      if (performance.now() > deadlineMs) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

async function stopJanus(child: ChildProcess, folder: string): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const exited = new Promise((resolve) => child.once('exit', resolve));
    // A graceful shutdown would wait for its calls.
    child.kill('SIGKILL');
    await exited;
  }
  rmSync(folder, { recursive: true, force: true });
}

function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
