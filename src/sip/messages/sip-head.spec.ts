import { readHead, stampVia } from './sip-head.js';
import { statelessReply } from './stateless-reply.js';

const invite = (lines: readonly string[] = [], start = 'INVITE sip:+44207@example.com SIP/2.0') =>
  [
    start,
    'Via: SIP/2.0/UDP 10.0.0.1:5060;branch=z9hG4bK1;rport',
    'From: "A" <sip:a@example.com>;tag=1',
    'To: <sip:b@example.com>',
    'Call-ID: c1',
    'CSeq: 1 INVITE',
    ...lines,
    'Content-Length: 0',
    '\r\n',
  ].join('\r\n');

describe('SIP message head', () => {
  it('gives method, transaction and dialog, also with compact and folded headers', () => {
    const compact =
      'BYE sip:b@example.com SIP/2.0\r\nv: SIP/2.0/TCP h;\r\n branch=z9hG4bKx\r\nf: <sip:a@h>;tag=1\r\n' +
      't : "tag=no" <sip:b@h;tag=no>;tag=yes\r\ni: c2\r\nCSEQ: 7 BYE\r\n\r\n';
    const head = readHead(compact);
    expect(head).toMatchObject({ method: 'BYE', branch: 'z9hG4bKx', toTag: 'yes', status: undefined });
    expect(head?.header('call-id')).toBe('c2');
  });

  it.each([
    ['nothing', ''],
    ['no SIP', 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['no Via', invite().replace(/^Via.*\r\n/m, '')],
    ['no Call-ID', invite().replace(/^Call-ID.*\r\n/m, '')],
    ['a status out of range', 'SIP/2.0 700 No\r\nVia: SIP/2.0/UDP h;branch=z9hG4bK1\r\n\r\n'],
    ['300 fields', invite(Array.from({ length: 300 }, (_, i) => `X-${i}: 1`))],
  ])('is undefined with %s', (_, text) => expect(readHead(text)).toBeUndefined());

  it.each([
    ['a method that is not that of CSeq', 400, invite([], 'BYE sip:b@h SIP/2.0')],
    ['blanks in its Request-URI', 400, invite([], 'INVITE  sip:b@h SIP/2.0')],
    ['header fields in its Request-URI', 400, invite([], 'INVITE sip:b@h?Route=x SIP/2.0')],
    ['a CSeq of 32 bits', 400, invite().replace('CSeq: 1', 'CSeq: 4294967295')],
    ['two that there should be one of', 400, invite(['t: <sip:c@h>'])],
    ['less of a body than it says', 400, `${invite().replace('Length: 0', 'Length: 9')}v=0\r\n`],
    ['a negative length', 400, invite().replace('Length: 0', 'Length: -9')],
    ['another version of SIP', 505, invite([], 'INVITE sip:b@h SIP/3.0')],
    ['nothing wrong, and bytes behind its end', undefined, `${invite()}and more`],
    ['a question mark before the host', undefined, invite([], 'INVITE sip:a?b@h SIP/2.0')],
  ])('reports a request with %s: %s', (_, fault, text) => {
    expect(readHead(text)).toMatchObject({ fault });
  });

  it('identifies an RFC 2543 transaction alike for retransmissions, ACK and CANCEL', () => {
    const from = { address: '203.0.113.9', port: 4_000 };
    const branchOf = (text: string) => readHead(stampVia(text, from))?.branch;
    const old = invite().replace(';branch=z9hG4bK1', '');
    const ack = old.replaceAll('INVITE', 'ACK');
    expect(branchOf(old)).toMatch(/^z9hG4bK\w{16}$/);
    expect(branchOf(ack)).toBe(branchOf(old));
    expect(branchOf(old.replace('CSeq: 1', 'CSeq: 2'))).not.toBe(branchOf(old));
    // The magic cookie alone is no branch.
    expect(branchOf(invite().replace('z9hG4bK1', 'z9hG4bK'))).toMatch(/^z9hG4bK\w{16}$/);
    expect(readHead(invite())?.branch).toBe('z9hG4bK1');
  });

  it('records the real source address despite a forged Via', () => {
    const lying = invite(['X: 1']).replace('rport', 'rport;received=1.1.1.1');
    const stamped = stampVia(lying, { address: '203.0.113.9', port: 4_000 });
    expect(readHead(stamped)?.header('via')).toBe(
      'SIP/2.0/UDP 10.0.0.1:5060;branch=z9hG4bK1;rport=4000;received=203.0.113.9',
    );
  });

  it('splits multiple Via values into lines and leaves the body untouched', () => {
    const two = `${invite()
      .replace(/^Via: /m, 'Via: SIP/2.0/UDP p;branch=z9hG4bKp, ')
      .replace('Content-Length: 0', 'Content-Length: 9')}v: x, y\r\n`;
    const stamped = stampVia(two, { address: '203.0.113.9', port: 4_000 });
    expect(readHead(stamped)?.headers('via')).toHaveLength(2);
    expect(stamped.endsWith('v: x, y\r\n')).toBe(true);
  });

  it('is answered statelessly, alike for each retransmission, and never for ACK', () => {
    const head = readHead(invite());
    const reply = head && statelessReply(head, 401, ['WWW-Authenticate: Digest']);
    expect(reply).toBe(head && statelessReply(head, 401, ['WWW-Authenticate: Digest']));
    expect(reply).toMatch(
      /^SIP\/2\.0 401 Unauthorized\r\nVia: .*\r\nFrom: .*\r\nTo: <sip:b@example.com>;tag=\w{16}\r\n/,
    );
    const ack = readHead(invite([], 'ACK sip:b@h SIP/2.0').replace('1 INVITE', '1 ACK'));
    expect(ack && statelessReply(ack, 401)).toBeUndefined();
  });
});
