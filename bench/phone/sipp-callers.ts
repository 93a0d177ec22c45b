import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pcapOf } from './pcap.js';
import type { SetUp } from './phone-caller.js';

/** SIPp gives each call its own port, from this one on in steps of four. */
const FIRST_PORT = 14_000;
const PORTS_A_CALL = 4;
/** Index in SIPp's recorded times. */
const ANSWERED = '1';
const REFUSED = '2';

export interface SippTarget {
  readonly host: string;
  readonly server: { readonly host: string; readonly port: number; readonly user: string };
}

export interface SippLoad {
  readonly frames: readonly Uint8Array[];
  /** Concurrent calls; they begin evenly over the duration of one, and so do their successors. */
  readonly atOnce: number;
  /** Duration of each. */
  readonly seconds: number;
  /** Total number. */
  readonly calls: number;
}

/** SIPp, an independent load generator: callers play a recording for the duration of their call, then hang up. */
export class SippCallers {
  private constructor(
    private readonly program: ChildProcess,
    private readonly folder: string,
  ) {}

  /** Audio ports of the calls, in order, without the first call, whose port is SIPp's own. */
  static portsOf(calls: number): number[] {
    return Array.from({ length: calls }, (_, call) => FIRST_PORT + PORTS_A_CALL * (call + 1));
  }

  /** @throws without `sipp`. */
  static async start({ host, server }: SippTarget, load: SippLoad): Promise<SippCallers> {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'earshot-sipp-'));
    writeFileSync(path.join(folder, 'caller.pcap'), pcapOf(load.frames));
    writeFileSync(path.join(folder, 'caller.xml'), scenario(load.seconds));
    const program = spawn(
      'sipp',
      [
        ...[`${server.host}:${server.port}`, '-sf', 'caller.xml', '-s', server.user, '-i', host, '-mi', host],
        ...['-mp', String(FIRST_PORT), '-r', String(load.atOnce), '-rp', String(load.seconds * 1_000)],
        ...['-l', String(load.atOnce), '-m', String(load.calls), '-nostdin'],
        ...['-trace_rtt', '-rtt_freq', '1', '-timeout', '300s'],
      ],
      { cwd: folder, stdio: 'ignore' },
    );
    await once(program, 'spawn');
    return new SippCallers(program, folder);
  }

  /** Results of the calls answered or refused so far. */
  get setUps(): SetUp[] {
    const file = readdirSync(this.folder).find((name) => name.endsWith('_rtt.csv'));
    if (file === undefined) return [];
    const lines = readFileSync(path.join(this.folder, file), 'utf8').split('\n').slice(1);
    return lines.flatMap((line): SetUp[] => {
      const [, tookMs, what] = line.trim().split(';');
      if (what === ANSWERED) return [{ kind: 'answered', tookMs: Number(tookMs) }];
      return what === REFUSED ? [{ kind: 'refused', status: 503, retryAfter: undefined }] : [];
    });
  }

  /** Begins no further calls, and waits until the last has ended. */
  async stop(): Promise<void> {
    if (this.program.exitCode === null && this.program.signalCode === null) {
      const exited = once(this.program, 'exit');
      this.program.kill('SIGUSR1');
      await exited;
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const VIA = 'Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]';
const CONTACT = 'Contact: <sip:load@[local_ip]:[local_port]>';
const CALL_LINES = [
  'From: <sip:load@[local_ip]>;tag=[call_number]',
  'Call-ID: [call_id]',
  'Max-Forwards: 70',
];

const request = (method: string, sequence: string, lines: readonly string[], body: readonly string[] = []) =>
  [
    `<![CDATA[`,
    `${method} sip:[service]@[remote_ip]:[remote_port] SIP/2.0`,
    ...lines,
    ...CALL_LINES,
    `CSeq: ${sequence} ${method}`,
    'Content-Length: [len]',
    '',
    ...body,
    ']]>',
  ].join('\n');

const SDP = [
  'v=0',
  'o=- 1 1 IN IP4 [local_ip]',
  's=-',
  'c=IN IP4 [media_ip]',
  't=0 0',
  'm=audio [auto_media_port] RTP/AVP 0',
  'a=ptime:20',
];
const TO = 'To: <sip:[service]@[remote_ip]>';

const scenario = (seconds: number) => `<?xml version="1.0" encoding="ISO-8859-1" ?>
<!DOCTYPE scenario SYSTEM "sipp.dtd">
<scenario name="caller">
  <send retrans="500" start_rtd="${REFUSED}">
${request('INVITE', '1', [VIA, TO, CONTACT, 'Content-Type: application/sdp'], SDP)}
  </send>
  <recv response="100" optional="true"></recv>
  <recv response="180" optional="true"></recv>
  <recv response="503" optional="true" rtd="${REFUSED}" next="1"></recv>
  <recv response="200" rtd="${ANSWERED}"></recv>
  <send>
${request('ACK', '1', [VIA, 'To: <sip:[service]@[remote_ip]>[peer_tag_param]'])}
  </send>
  <nop><action><exec play_pcap_audio="caller.pcap"/></action></nop>
  <pause milliseconds="${seconds * 1_000}"/>
  <send retrans="500">
${request('BYE', '2', [VIA, 'To: <sip:[service]@[remote_ip]>[peer_tag_param]'])}
  </send>
  <recv response="200" next="2"></recv>
  <label id="1"/>
  <send>
${request('ACK', '1', ['[last_Via:]', 'To: <sip:[service]@[remote_ip]>[peer_tag_param]'])}
  </send>
  <label id="2"/>
</scenario>
`;
