import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

/** Why no network namespace can be created here; undefined when it can. */
export function networkObstacle(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'network namespaces need root on Linux';
  try {
    ip('netns', 'list');
    return undefined;
  } catch {
    return 'the program `ip` is missing (Debian: apt install iproute2)';
  }
}

const ip = (...words: string[]) => execFileSync('ip', words, { stdio: 'pipe' });

/**
 * A network namespace with one link to this machine, for programs whose network changes. The link and its address can
 * be changed while they run.
 */
export class NetworkRoom {
  private readonly name: string;
  private readonly folder = mkdtempSync(path.join(os.tmpdir(), 'earshot-room-'));
  private readonly net: string;
  private address: string;
  private site: ChildProcess | undefined;

  private constructor() {
    const id = randomBytes(3).toString('hex');
    this.name = `ear-${id}`;
    // From the unrouted benchmarking block (RFC 2544, C.2.2).
    this.net = `198.18.${randomInt(1, 255)}`;
    this.address = `${this.net}.2`;
  }

  static create(): NetworkRoom {
    const room = new NetworkRoom();
    const { name, net } = room;
    ip('netns', 'add', name);
    ip('link', 'add', `${name}a`, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
    ip('addr', 'add', `${net}.1/24`, 'dev', `${name}a`);
    ip('link', 'set', `${name}a`, 'up');
    ip('-n', name, 'link', 'set', 'lo', 'up');
    room.join();
    return room;
  }

  /** This machine's address for programs in it. */
  get host(): string {
    return `${this.net}.1`;
  }

  /** Changes its address, as between Wi-Fi networks: connections of the old one are lost. */
  changeAddress(): void {
    ip('-n', this.name, 'addr', 'del', `${this.address}/24`, 'dev', 'eth0');
    this.address = `${this.net}.${this.address.endsWith('.2') ? 3 : 2}`;
    this.join();
  }

  unplug(): void {
    ip('-n', this.name, 'link', 'set', 'eth0', 'down');
  }

  plugIn(): void {
    ip('-n', this.name, 'link', 'set', 'eth0', 'up');
    this.route();
  }

  /** A program that runs another one in here, with its arguments. */
  wrapperOf(program: string): string {
    const file = path.join(this.folder, `${path.basename(program)}.sh`);
    writeFileSync(file, `#!/bin/sh\nexec ip netns exec ${this.name} ${program} "$@"\n`);
    chmodSync(file, 0o755);
    return file;
  }

  /** Forwards a loopback port of this machine to the same loopback port in here. */
  async openDoor(): Promise<{ readonly port: number; close(): void }> {
    const door = createServer((outside) => {
      const { port } = door.address() as AddressInfo;
      const code = `const s=require('net').connect(${port},'127.0.0.1');process.stdin.pipe(s).pipe(process.stdout);s.on('error',()=>process.exit())`;
      const inside = spawn('ip', ['netns', 'exec', this.name, process.execPath, '-e', code], {
        stdio: ['pipe', 'pipe', 'ignore'],
      });
      outside.pipe(inside.stdin);
      inside.stdout.pipe(outside);
      outside.on('error', () => inside.kill());
      outside.on('close', () => inside.kill());
      inside.stdin.on('error', () => outside.destroy());
      inside.on('close', () => outside.destroy());
    });
    await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
    return { port: (door.address() as AddressInfo).port, close: () => door.close() };
  }

  /** Serves a page on the loopback in here, where browsers allow a microphone. @returns Its address. */
  async servePage(html: string): Promise<string> {
    const code = `require('http').createServer((_, r) => r.setHeader('content-type', 'text/html; charset=utf-8').end(${JSON.stringify(html)})).listen(0, '127.0.0.1', function () { console.log(this.address().port) })`;
    const site = spawn('ip', ['netns', 'exec', this.name, process.execPath, '-e', code], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    this.site = site;
    for await (const port of createInterface({ input: site.stdout })) return `http://127.0.0.1:${port}/`;
    throw new Error('the page is not served');
  }

  /** Suspends all programs in here, like a closed laptop, until `wakeUp`. */
  sleep(): void {
    this.signal('SIGSTOP');
  }

  wakeUp(): void {
    this.signal('SIGCONT');
  }

  private signal(signal: NodeJS.Signals): void {
    const ids = ip('netns', 'pids', this.name).toString().trim().split(/\s+/).filter(Boolean);
    for (const id of ids) process.kill(Number(id), signal);
  }

  close(): void {
    this.site?.kill();
    ip('netns', 'del', this.name);
    rmSync(this.folder, { recursive: true, force: true });
  }

  private join(): void {
    ip('-n', this.name, 'addr', 'add', `${this.address}/24`, 'dev', 'eth0');
    ip('-n', this.name, 'link', 'set', 'eth0', 'up');
    this.route();
  }

  /** Browsers look up their address in the routes. */
  private route(): void {
    ip('-n', this.name, 'route', 'replace', 'default', 'via', `${this.net}.1`);
  }
}
