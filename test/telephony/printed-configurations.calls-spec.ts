import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { hasOwnAddress } from '../support/own-address.js';
import { until } from '../support/until.js';
import { createPhoneFixture, NUMBER, type PhoneFixture } from './support/phone-fixture.js';
import { describeWith } from './support/programs.js';
import { RawPhone } from './support/raw-phone.js';
import { sendShape, type Shape, SHAPES } from './support/shapes.js';

/** Payload types offered by Asterisk and FreeSWITCH, by their configuration names. */
const FORMATS: Readonly<Record<string, readonly [type: number, map: string]>> = {
  ulaw: [0, 'PCMU/8000'],
  alaw: [8, 'PCMA/8000'],
  g722: [9, 'G722/8000'],
  opus: [107, 'opus/48000/2'],
};
const PRINTED_ADDRESS = '203.0.113.5:5060';
const PAGES = ['docs/how-to/pbxs-and-carriers.md', 'docs/tutorials/first-phone-call.md'];

let docs: string;
let fixture: PhoneFixture;

beforeAll(async () => {
  docs = (await Promise.all(PAGES.map((page) => readFile(page, 'utf8')))).join('\n');
  fixture = await createPhoneFixture({ schemaVersion: 1, greeting: 'Hello.', languageCode: 'en-US' });
});
afterAll(() => fixture?.close());

/** The printed configuration with this service's address. */
const here = (text: string): string =>
  text.replaceAll('TRUNK_ID', fixture.trunkId).replaceAll(PRINTED_ADDRESS, `${fixture.host}:${fixture.port}`);

function printed(pattern: RegExp): string {
  const found = pattern.exec(docs)?.[1];
  if (found === undefined) throw new Error(`${PAGES.join(' and ')} have nothing like ${pattern.source}`);
  return here(found);
}

const shapeNamed = (name: string): Shape => {
  const found = SHAPES.find((shape) => shape.name.startsWith(name));
  if (!found) throw new Error(`there is no INVITE of ${name}`);
  return found;
};

/** A system's INVITE with the address and codecs of its configuration. */
function configured(shape: Shape, uri: string, codecs?: readonly string[]): Shape {
  const [, ...fields] = shape.lines;
  const formats = codecs?.map((name) => FORMATS[name] ?? [127, 'unknown/8000']);
  const body = formats && [
    ...shape.body.filter((line) => !/^(m=|a=rtpmap|a=fmtp)/.test(line)),
    `m=audio 40000 RTP/AVP ${formats.map(([type]) => type).join(' ')} 101`,
    ...formats.map(([type, map]) => `a=rtpmap:${type} ${map}`),
    'a=rtpmap:101 telephone-event/8000',
    'a=fmtp:101 0-16',
  ];
  return { ...shape, lines: [`INVITE ${uri} SIP/2.0`, ...fields], ...(body && { body }) };
}

(hasOwnAddress() ? describe : describe.skip)('what docs/how-to/pbxs-and-carriers.md prints', () => {
  it('connects Asterisk in its first listed codec and answers its OPTIONS', async () => {
    const codecs = printed(/^allow=(.*)$/m).split(',');
    const uri = printed(/Dial\(PJSIP\/earshot\/(sip:[^)]*)\)/).replaceAll('\\;', ';');
    const answer = await sendShape(configured(shapeNamed('Asterisk: PJSIP'), uri, codecs), fixture);
    expect(answer).toMatch(/^SIP\/2\.0 200/);
    const [type, map] = FORMATS[codecs[0] ?? ''] ?? [];
    expect(answer).toContain(`a=rtpmap:${type} ${map}\r\n`);
    expect(/^m=audio \d+ RTP\/AVP (.*)\r$/m.exec(answer)?.[1]).toBe(`${type} 101`);
    const phone = await RawPhone.open(fixture.host, fixture);
    phone.options();
    await phone.answered('OPTIONS', 200);
    phone.close();
  });

  it('connects FreeSWITCH by its gateway, wherever it puts the trunk parameter', async () => {
    const proxy = printed(/<param name="proxy" value="([^"]*)"\/>/);
    const dialled = printed(/data="sofia\/gateway\/earshot\/([^"]*)"/);
    const [number = '', parameter = ''] = dialled.split(';');
    for (const uri of [`sip:${dialled}@${proxy}`, `sip:${number}@${proxy};${parameter}`]) {
      const answer = await sendShape(configured(shapeNamed('FreeSWITCH: the gateway'), uri), fixture);
      expect(answer).toMatch(/^SIP\/2\.0 200/);
    }
  });

  it('gives providers an address of the trunk that they can reach', async () => {
    const uri = printed(/origination URI `(sip:[^`]*)`/).replace('sip:', `sip:${NUMBER}@`);
    expect(await sendShape(configured(shapeNamed('Twilio: Elastic'), uri), fixture)).toMatch(
      /^SIP\/2\.0 200/,
    );
  });
});

describeWith(['baresip'], describe)('baresip line from docs/tutorials/first-phone-call.md', () => {
  it('calls without any prior setup', async () => {
    const line = printed(/`(baresip -e [^`]*)`/).replaceAll(/sip:demo@[\d.:]+/g, fixture.uri());
    const folder = await mkdtemp(path.join(os.tmpdir(), 'earshot-baresip-'));
    const commands = [...line.replaceAll('192.168.1.20', fixture.host).matchAll(/-e "([^"]*)"/g)];
    const program = spawn('baresip', ['-f', folder, ...commands.flatMap(([, text = '']) => ['-e', text])], {
      stdio: 'ignore',
    });
    try {
      await until('the call is on record', () =>
        fixture.app.prisma.conversation.findFirst({ where: { agentId: fixture.agentId, caller: 'me' } }),
      );
    } finally {
      program.kill('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    }
  });
});
