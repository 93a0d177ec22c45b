import { randomBytes } from 'node:crypto';
import dgram from 'node:dgram';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { until } from '../../support/until.js';

const FOLDER = 'test/telephony/shapes';

/** A system's INVITE, from public sources. */
export interface Shape {
  readonly name: string;
  /** Source. */
  readonly source: string;
  /** Request line and headers; `{host}`, `{port}`: ours; `{ip}`, `{from}`: the caller's. */
  readonly lines: readonly string[];
  readonly body: readonly string[];
  /** The body's line ending, if different from SIP's. */
  readonly lineEnd?: string;
  readonly expect: {
    readonly status: number;
    /** The codec of our answer; `offer`: all of ours, since the INVITE has none. */
    readonly codec?: string;
    /** Text in the refusal's headers. */
    readonly reason?: string;
  };
}

export const SHAPES: readonly Shape[] = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.json'))
  .flatMap((file) => JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8')) as Shape[]);

interface Place {
  readonly host: string;
  readonly port: number;
}

/** Sends the INVITE from a new socket and returns the final answer; answered calls are ended. */
export async function sendShape(shape: Shape, service: Place): Promise<string> {
  const socket = dgram.createSocket('udp4');
  socket.bind(0, service.host);
  await once(socket, 'listening');
  const received: string[] = [];
  socket.on('message', (data) => received.push(data.toString()));
  const invite = textOf(shape, service, socket.address().port);
  const final = (method: string) =>
    received.find(
      (text) => /^SIP\/2\.0 [2-6]/.test(text) && new RegExp(`^CSeq: *\\d+ +${method}`, 'im').test(text),
    );
  // A socket that closes at once sends nothing.
  const send = (text: string) => new Promise((sent) => socket.send(text, service.port, service.host, sent));
  try {
    await send(invite);
    const answer = await until(`an answer comes to “${shape.name}”`, () => final('INVITE'));
    await send(follow('ACK', invite, answer));
    if (!answer.startsWith('SIP/2.0 200')) return answer;
    await send(follow('BYE', invite, answer));
    const end = await until(
      `“${shape.name}” is over`,
      () => received.find((text) => text.startsWith('BYE ')) ?? final('BYE'),
    );
    if (end.startsWith('BYE ')) await send(end.replace(/^BYE .*/, 'SIP/2.0 200 OK'));
    return answer;
  } finally {
    socket.close();
  }
}

function textOf({ lines, body, lineEnd = '\r\n' }: Shape, { host, port }: Place, from: number): string {
  const values: Record<string, string> = {
    ...{ host, port: String(port), ip: host, from: String(from) },
    branch: `z9hG4bK${randomBytes(8).toString('hex')}`,
    tag: randomBytes(4).toString('hex'),
    call: randomBytes(8).toString('hex'),
  };
  const filled = (text: string) => text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
  const content = body.map((line) => `${filled(line)}${lineEnd}`).join('');
  values['length'] = String(Buffer.byteLength(content));
  return [...lines.map(filled), '', content].join('\r\n');
}

/** A later request in the INVITE's call, with the answer's tag. */
function follow(method: string, invite: string, answer: string): string {
  const [first = '', ...fields] = invite.split('\r\n\r\n', 1)[0]?.split('\r\n') ?? [];
  const uri = first.split(' ')[1] ?? '';
  const to = /^To: *(.*)$/im.exec(answer)?.[1]?.trim() ?? '';
  const isNew = method === 'BYE' || answer.startsWith('SIP/2.0 200');
  const [number = '1'] = /\d+/.exec(/^CSeq: *(.*)$/im.exec(invite)?.[1] ?? '') ?? [];
  const kept = unfolded(fields).filter((line) => /^(via|v|from|f|call-id|i|max-forwards) *:/i.test(line));
  return [
    `${method} ${uri} SIP/2.0`,
    ...kept.map((line) => (isNew ? line.replace(/z9hG4bK/, `z9hG4bK${method}`) : line)),
    `To: ${to}`,
    `CSeq: ${Number(number) + (method === 'BYE' ? 1 : 0)} ${method}`,
    'Content-Length: 0',
    '\r\n',
  ].join('\r\n');
}

const unfolded = (lines: readonly string[]): readonly string[] =>
  lines
    .join('\r\n')
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
