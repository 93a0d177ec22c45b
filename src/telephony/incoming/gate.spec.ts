import { createHash } from 'node:crypto';
import { readHead } from '../../sip/messages/sip-head.js';
import type { SipFlow } from '../../sip/index.js';
import { contains, parseAddressRange } from '../../common/address-ranges/index.js';
import { NO_OUTBOUND_CALLS, type Trunk } from '../trunks/trunk.js';
import { TrunkUsage } from '../trunks/trunk-usage.js';
import { Gate } from './gate.js';

const trunk = (change: Partial<Trunk> & { addresses?: readonly string[] } = {}): Trunk => ({
  id: 'trk_1',
  accountId: 'acc_1',
  ranges: (change.addresses ?? []).flatMap((text) => parseAddressRange(text) ?? []),
  login: undefined,
  countryCode: undefined,
  localNumbers: [],
  defaultConnectorId: undefined,
  security: 'as-offered',
  codecs: ['PCMU'],
  earlyMedia: false,
  registrar: undefined,
  server: undefined,
  outbound: NO_OUTBOUND_CALLS,
  maxCalls: 2,
  maxCallsPerSecond: 5,
  ...change,
});

const request = (method: string, headers: readonly string[] = [], toTag = '') => {
  const text = [
    `${method} sip:123@h SIP/2.0`,
    'Via: SIP/2.0/UDP h;branch=z9hG4bK1',
    'From: <sip:a@h>;tag=1',
    `To: <sip:b@h>${toTag}`,
    'Call-ID: c',
    `CSeq: 1 ${method}`,
    ...headers,
    '\r\n',
  ].join('\r\n');
  const head = readHead(text);
  if (!head) throw new Error('not a message');
  return head;
};

const from = (address: string) => ({ address }) as SipFlow;
const md5 = (text: string) => createHash('md5').update(text).digest('hex');

function gateOf(trunks: readonly Trunk[], limits = { challengesPerMinute: 100, guessesPerMinute: 3 }) {
  const at = (address: string) =>
    trunks.filter(({ ranges }) => ranges.length === 0 || ranges.some((range) => contains(range, address)));
  return new Gate(at, limits);
}

function login(gate: Gate, address: string, password: string) {
  const verdict = gate.judge(request('INVITE'), from(address));
  const challenge = verdict.kind === 'refused' ? (verdict.headers?.[0] ?? '') : '';
  return gate.judge(request('INVITE', [digestFor('INVITE', challenge, password)]), from(address));
}

function digestFor(method: string, challenge: string, password: string): string {
  const nonce = /nonce="([^"]+)"/.exec(challenge)?.[1] ?? '';
  const response = md5(`${md5(`pbx:sip:${password}`)}:${nonce}:00000001:c:auth:${md5(`${method}:sip:h`)}`);
  return `Authorization: Digest username="pbx", realm="sip", nonce="${nonce}", uri="sip:h", qop=auth, nc=00000001, cnonce="c", response="${response}"`;
}

const secured = trunk({ id: 'trk_2', login: { username: 'pbx', password: 'secret-1' } });

describe('SIP access control', () => {
  it('drops unknown addresses silently', () => {
    const gate = gateOf([trunk({ addresses: ['203.0.113.0/24'] })]);
    for (const method of ['INVITE', 'OPTIONS', 'REGISTER', 'BYE', 'MESSAGE']) {
      expect(gate.judge(request(method), from('198.51.100.1'))).toEqual({ kind: 'ignored' });
    }
    expect(gate.judge(request('BYE', [], ';tag=2'), from('198.51.100.1'))).toEqual({ kind: 'ignored' });
    expect(gate.hears('198.51.100.1')).toBe(false);
  });

  it('admits a trunk by its address', () => {
    const own = trunk({ addresses: ['203.0.113.0/24'] });
    const verdict = gateOf([own]).judge(request('INVITE'), from('203.0.113.77'));
    expect(verdict).toEqual({ kind: 'passed', line: { trunks: [own] } });
  });

  it('challenges a client that must log in, and accepts the right password from any address', () => {
    const gate = gateOf([secured]);
    expect(gate.judge(request('INVITE'), from('198.51.100.1'))).toMatchObject({
      kind: 'refused',
      status: 401,
    });
    expect(login(gate, '198.51.100.1', 'secret-1')).toEqual({ kind: 'passed', line: { trunks: [secured] } });
  });

  it('drops a guessing address silently, and no others', () => {
    const gate = gateOf([secured]);
    for (let guess = 0; guess < 3; guess += 1) {
      expect(login(gate, '198.51.100.1', `wrong-${guess}`)).toMatchObject({ status: 401 });
    }
    expect(login(gate, '198.51.100.1', 'secret-1')).toEqual({ kind: 'ignored' });
    expect(login(gate, '198.51.100.2', 'secret-1').kind).toBe('passed');
  });

  it('limits challenges to a client without credentials', () => {
    const gate = gateOf([secured], { challengesPerMinute: 5, guessesPerMinute: 3 });
    const verdicts = Array.from(
      { length: 8 },
      () => gate.judge(request('INVITE'), from('198.51.100.1')).kind,
    );
    expect(verdicts).toEqual([...Array<string>(5).fill('refused'), ...Array<string>(3).fill('ignored')]);
  });

  it('ignores scanners that REGISTER or MESSAGE', () => {
    const gate = gateOf([secured]);
    expect(gate.judge(request('REGISTER'), from('198.51.100.1'))).toEqual({ kind: 'ignored' });
    expect(gate.judge(request('MESSAGE'), from('198.51.100.1'))).toEqual({ kind: 'ignored' });
  });

  it('does not challenge again within a call', () => {
    const within = request('INVITE', [], ';tag=2');
    expect(gateOf([secured]).judge(within, from('198.51.100.1')).kind).toBe('continues');
    const own = trunk({ addresses: ['203.0.113.0/24'] });
    expect(gateOf([own]).judge(within, from('203.0.113.77')).kind).toBe('passed');
  });

  it('challenges in-dialog requests from another address than the peer', () => {
    const gate = gateOf([secured]);
    const act = (headers: readonly string[] = []) => {
      const verdict = gate.judge(request('BYE', headers, ';tag=2'), from('198.51.100.1'));
      return verdict.kind === 'continues' ? verdict.fromElsewhere() : verdict;
    };
    const challenge = act();
    expect(challenge).toMatchObject({ kind: 'refused', status: 401 });
    const challenged = challenge.kind === 'refused' ? (challenge.headers?.[0] ?? '') : '';
    expect(act([digestFor('BYE', challenged, 'wrong')])).toMatchObject({ status: 401 });
    expect(act([digestFor('BYE', challenged, 'secret-1')])).toMatchObject({ kind: 'passed' });
  });

  it('limits 481 answers to unknown dialogs, and never answers ACK', () => {
    const gate = gateOf([secured], { challengesPerMinute: 2, guessesPerMinute: 3 });
    const otherwise = (method: string) => {
      const verdict = gate.judge(request(method, [], ';tag=2'), from('198.51.100.1'));
      return verdict.kind === 'continues' ? verdict.stray() : verdict;
    };
    const [refused, ignored] = [{ kind: 'refused', status: 481 }, { kind: 'ignored' }];
    const given = ['ACK', 'BYE', 'INFO', 'BYE'].map((method) => otherwise(method));
    expect(given).toEqual([ignored, refused, refused, ignored]);
  });
});

describe('address ranges', () => {
  it.each(['203.0.113.7', '203.0.113.0/24', '0.0.0.0/0', '2001:db8::7', '2001:db8:4::/48', '::1'])(
    'accept %s',
    (text) => {
      expect(parseAddressRange(text)).toBeDefined();
    },
  );

  it.each([
    '203.0.113.7/24',
    '203.0.113',
    '::/129',
    '2001:db8::1/48',
    'fe80::1%eth0',
    '::ffff:1.2.3.4',
    '1.2.3.4/33',
    '1.2.3.4/',
    '1.2.3.4/8/8',
    'x',
    '01.2.3.4',
  ])('reject %s', (text) => expect(parseAddressRange(text)).toBeUndefined());

  it('match addresses within a range', () => {
    const range = (text: string) => {
      const parsed = parseAddressRange(text);
      if (!parsed) throw new Error(text);
      return parsed;
    };
    expect(contains(range('2001:db8:4::/48'), '2001:db8:4:1::9')).toBe(true);
    expect(contains(range('2001:db8:4::/48'), '2001:db8:5::9')).toBe(false);
    expect(contains(range('fe80::/10'), 'fe80::1%eth0')).toBe(false);
  });
});

describe('call slots of a trunk', () => {
  it('are limited and released', () => {
    const usage = new TrunkUsage();
    const slots = [usage.take(trunk(), 0), usage.take(trunk(), 0), usage.take(trunk(), 0)];
    expect(slots.map(({ kind }) => kind)).toEqual(['slot', 'slot', 'full']);
    for (const slot of slots) if (slot.kind === 'slot') slot.free();
    for (const slot of slots) if (slot.kind === 'slot') slot.free();
    expect(usage.activeOf('trk_1')).toBe(0);
    expect(usage.take(trunk(), 1_000).kind).toBe('slot');
  });

  it('are granted no faster than its call rate', () => {
    const usage = new TrunkUsage();
    const roomy = trunk({ maxCalls: 100 });
    const kinds = (count: number, atMs: number) =>
      Array.from({ length: count }, () => usage.take(roomy, atMs).kind);
    expect(kinds(6, 0)).toEqual([...Array<string>(5).fill('slot'), 'too-fast']);
    expect(kinds(2, 200)).toEqual(['slot', 'too-fast']);
  });
});
