import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '../../support/free-port.js';
import { ownAddress } from '../../support/own-address.js';

export interface KamailioOptions {
  readonly username: string;
  readonly password: string;
  /** Registration lifetime in seconds. */
  readonly expiresSeconds: number;
  /** Forwards authenticated calls there; otherwise to the registered phone. */
  readonly relayTo?: { readonly host: string; readonly port: number };
}

export interface Kamailio {
  readonly host: string;
  readonly port: number;
  readonly output: () => string;
  stop(): Promise<void>;
}

/** Kamailio as a provider: a registrar that requires a login and forwards calls to the registered phone. */
export function startKamailio(options: KamailioOptions): Promise<Kamailio> {
  return startKamailioWith({}, ({ host, port }) => configText(host, port, options));
}

/** Kamailio with any configuration and files. */
export async function startKamailioWith(
  files: Readonly<Record<string, string>>,
  configure: (at: { host: string; port: number; folder: string }) => string,
): Promise<Kamailio> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'earshot-kamailio-'));
  const [host, port] = [ownAddress(), await freePort()];
  const file = path.join(folder, 'kamailio.cfg');
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
  await writeFile(file, configure({ host, port, folder }));
  let output = '';
  const program = spawn('kamailio', ['-f', file, '-DD', '-E', '-m', '32', '-M', '4', '-Y', folder], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin` },
  });
  const keep = (data: Buffer) => (output = (output + data.toString()).slice(-20_000));
  program.stdout.on('data', keep);
  program.stderr.on('data', keep);
  return {
    host,
    port,
    output: () => output,
    async stop() {
      if (program.exitCode === null) {
        const exited = once(program, 'exit');
        program.kill('SIGTERM');
        await exited;
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function configText(
  host: string,
  port: number,
  { username, password, expiresSeconds, relayTo }: KamailioOptions,
): string {
  const modules = ['tm', 'sl', 'rr', 'pv', 'maxfwd', 'textops', 'siputils', 'usrloc', 'registrar', 'auth'];
  return `
debug=1
log_stderror=yes
children=1
disable_tcp=yes
auto_aliases=no
listen=udp:${host}:${port}
${modules.map((name) => `loadmodule "${name}.so"`).join('\n')}
modparam("usrloc", "db_mode", 0)
modparam("registrar", "max_expires", ${expiresSeconds})
modparam("registrar", "min_expires", 1)
request_route {
  if (!mf_process_maxfwd_header("10")) { exit; }
  if (is_method("CANCEL")) { if (t_check_trans()) { t_relay(); } exit; }
  if (has_totag()) {
    if (loose_route()) { t_relay(); exit; }
    if (is_method("ACK") && t_check_trans()) { t_relay(); exit; }
    if (!is_method("ACK")) { sl_send_reply("404", "Not here"); }
    exit;
  }
  if (is_method("REGISTER")) {
    if (!pv_www_authenticate("$td", "${password}", "0")) { www_challenge("$td", "1"); exit; }
    if ($au != "${username}") { sl_send_reply("403", "Not you"); exit; }
    save("location");
    exit;
  }
  if (is_method("INVITE")) {
    ${relayTo ? relayText(relayTo, password) : ''}
    record_route();
    $ru = "sip:${username}@${host}";
    if (!lookup("location")) { sl_send_reply("480", "Nobody is registered"); exit; }
    t_relay();
    exit;
  }
  sl_send_reply("405", "Not here");
}
`;
}

const relayText = (to: { readonly host: string; readonly port: number }, password: string): string => `
    if (!pv_proxy_authenticate("$fd", "${password}", "0")) { proxy_challenge("$fd", "1"); exit; }
    consume_credentials();
    record_route();
    $du = "sip:${to.host}:${to.port}";
    t_relay();
    exit;
`;
