import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { inProject } from '../../../scripts/lib/project.mjs';
import { concat } from '../../support/audio.js';
import { ownAddress } from '../../support/own-address.js';
import { ClientProgram, type OfferOptions, type ProgramCommand } from './client-program.js';
import { OpusLine } from './opus-line.js';

/** A test caller with any WebRTC library. Audio is mono, 48 kHz. */
export interface ProgramClient {
  readonly candidates: readonly string[];
  createOffer(options?: OfferOptions): Promise<string>;
  acceptAnswer(sdp: string): void;
  /** Speaks in real time; resolves at the end. */
  speak(samples: Int16Array): Promise<void>;
  /** Audio received since this time (of `performance.now()`). */
  heardSince(sinceMs: number): Int16Array;
  close(): Promise<void>;
}

/** Sections offered beside audio. */
type ExtraSection = 'video' | 'data';

export interface ProgramKind {
  readonly name: string;
  /** Why it cannot run here; undefined when it can. */
  obstacle(): string | undefined;
  /** The local address the server must listen on. */
  readonly serverAddress: string;
  /** Whether it can offer before gathering candidates. */
  readonly trickles: boolean;
  /** Whether it supports ICE restarts. */
  readonly restartsIce: boolean;
  /** Whether it sends DTLS close_notify. */
  readonly saysGoodbye: boolean;
  /** Builds the program before the first `start`. */
  prepare(): void;
  start(sections?: readonly ExtraSection[]): ProgramClient;
}

const SOURCES = inProject('test', 'media', 'clients');
/** Debian's Python has Debian's libraries; another may come first in the path. */
const PYTHON = '/usr/bin/python3';
const GO_LIBRARIES = '/usr/share/gocode';

const LOOPBACK = '127.0.0.1';

const aiortc: ProgramKind = pythonKind(
  { name: 'aiortc', serverAddress: LOOPBACK, trickles: false, restartsIce: false, saysGoodbye: true },
  'aiortc_client.py',
  'python3-aiortc',
);

const gstreamer: ProgramKind = pythonKind(
  // Its ICE library (libnice) does not use loopback.
  { name: 'GStreamer', serverAddress: ownAddress(), trickles: true, restartsIce: false, saysGoodbye: false },
  'gstreamer_client.py',
  'gstreamer1.0-plugins-bad gstreamer1.0-plugins-good gstreamer1.0-nice gir1.2-gst-plugins-bad-1.0 python3-gst-1.0',
);

const pion: ProgramKind = {
  name: 'Pion',
  serverAddress: LOOPBACK,
  trickles: true,
  restartsIce: true,
  saysGoodbye: true,
  obstacle() {
    const hasGo = spawnSync('go', ['version']).status === 0;
    const hasLibrary = existsSync(path.join(GO_LIBRARIES, 'src/github.com/pion/webrtc'));
    return hasGo && hasLibrary ? undefined : 'Debian: apt install golang-go golang-github-pion-webrtc.v3-dev';
  },
  prepare: buildPion,
  start: (sections = []) => new PacketClient({ file: pionProgram, args: sections }),
};

export const PROGRAM_KINDS: readonly ProgramKind[] = [aiortc, pion, gstreamer];

/** `describe` when the program can run; otherwise the suite is skipped with a message. */
export function describeWithProgram(kind: ProgramKind, inner: jest.Describe): jest.Describe {
  const obstacle = kind.obstacle();
  if (obstacle === undefined) return inner;
  console.warn(`Skipped: no ${kind.name} found. Install it (${obstacle}).`);
  return describe.skip;
}

function pythonKind(
  abilities: Pick<ProgramKind, 'name' | 'serverAddress' | 'trickles' | 'restartsIce' | 'saysGoodbye'>,
  file: string,
  packages: string,
): ProgramKind {
  const program = path.join(SOURCES, file);
  return {
    ...abilities,
    obstacle() {
      const check = spawnSync(PYTHON, ['-B', program, '--check'], { timeout: 20_000 });
      return check.status === 0 ? undefined : `Debian: apt install ${packages}`;
    },
    prepare: () => undefined,
    start: (sections = []) => new PcmClient({ file: PYTHON, args: ['-B', program, ...sections] }),
  };
}

const pionProgram = inProject('.cache', 'pion-client');

/** Go finds Debian's libraries only in GOPATH mode. */
function buildPion(): void {
  const workspace = mkdtempSync(path.join(os.tmpdir(), 'earshot-pion-'));
  const sources = path.join(workspace, 'src', 'earshot', 'pion');
  try {
    cpSync(path.join(SOURCES, 'pion'), sources, { recursive: true });
    const { status, stderr } = spawnSync('go', ['build', '-o', pionProgram, 'earshot/pion'], {
      cwd: sources,
      env: { ...process.env, GO111MODULE: 'off', GOPATH: `${workspace}:${GO_LIBRARIES}` },
    });
    if (status !== 0) throw new Error(`Pion's client could not be built: ${String(stderr)}`);
  } finally {
    rmSync(workspace, { recursive: true, force: true });
  }
}

/** A program that encodes and decodes audio. */
class PcmClient implements ProgramClient {
  private readonly heard: { readonly atMs: number; readonly samples: Int16Array }[] = [];
  private readonly program: ClientProgram;

  constructor(command: ProgramCommand) {
    this.program = new ClientProgram(command, ({ samples = '' }) => {
      const bytes = Buffer.from(samples, 'base64');
      this.heard.push({
        atMs: performance.now(),
        samples: Int16Array.from({ length: bytes.length / 2 }, (_, index) => bytes.readInt16LE(2 * index)),
      });
    });
  }

  get candidates(): readonly string[] {
    return this.program.candidates;
  }

  createOffer(options?: OfferOptions): Promise<string> {
    return this.program.createOffer(options);
  }

  acceptAnswer(sdp: string): void {
    this.program.acceptAnswer(sdp);
  }

  async speak(samples: Int16Array): Promise<void> {
    const bytes = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
    this.program.send({ do: 'speak', samples: bytes.toString('base64') });
    await new Promise((resolve) => setTimeout(resolve, samples.length / 48));
  }

  heardSince(sinceMs: number): Int16Array {
    return concat(this.heard.filter(({ atMs }) => atMs >= sinceMs).map(({ samples }) => samples));
  }

  close(): Promise<void> {
    return this.program.close();
  }
}

const PION_PAYLOAD_TYPE = 111;
/** The library fills in the negotiated payload type and SSRC. */
const ANY_SSRC = 1;

/** A program that works on RTP packets. */
class PacketClient implements ProgramClient {
  private readonly line = new OpusLine(PION_PAYLOAD_TYPE, ANY_SSRC);
  private readonly program: ClientProgram;

  constructor(command: ProgramCommand) {
    this.program = new ClientProgram(command, ({ packet = '' }) =>
      this.line.receive(Buffer.from(packet, 'base64')),
    );
  }

  get candidates(): readonly string[] {
    return this.program.candidates;
  }

  createOffer(options?: OfferOptions): Promise<string> {
    return this.program.createOffer(options);
  }

  acceptAnswer(sdp: string): void {
    this.program.acceptAnswer(sdp);
  }

  speak(samples: Int16Array): Promise<void> {
    return this.line.speak(samples, (packet) =>
      this.program.send({ do: 'packet', packet: packet.toString('base64') }),
    );
  }

  heardSince(sinceMs: number): Int16Array {
    return this.line.decodeSince(sinceMs);
  }

  async close(): Promise<void> {
    this.line.close();
    await this.program.close();
  }
}
