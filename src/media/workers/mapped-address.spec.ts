import { createHmac } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { bindingSuccess, MappedAddress } from './mapped-address.js';

/** Responses of RFC 5769, 2.2 and 2.3, with their addresses. */
const TRANSACTION = Buffer.from('b7e7a701bc34d686fa87dfae', 'hex');
const IPV4 = { address: '192.0.2.1', port: 32_853, said: '0001a147e112a643' };
const IPV6 = {
  address: '2001:db8:1234:5678:11:2233:4455:6677',
  port: 32_853,
  said: '0002a1470113a9faa5d3f179bc25f4b5bed2b9d9',
};
const PASSWORD = 'VOkJxbRl1RmTxUk/WvJxBt';

describe('STUN response', () => {
  it.each([IPV4, IPV6])('encodes $address as RFC 5769 does', ({ said, ...endpoint }) => {
    const answer = bindingSuccess(TRANSACTION, endpoint, PASSWORD);
    const length = said.length / 2;
    expect(answer.subarray(24, 24 + length).toString('hex')).toBe(said);
    expect(answer.readUInt16BE(2)).toBe(answer.length - 20);
  });

  it('encodes an IPv4-mapped address as IPv4', () => {
    const mapped = { ...IPV4, address: `::ffff:${IPV4.address}` };
    expect(bindingSuccess(TRANSACTION, mapped, PASSWORD)).toEqual(
      bindingSuccess(TRANSACTION, IPV4, PASSWORD),
    );
  });

  it('is signed and has a fingerprint', () => {
    const answer = bindingSuccess(TRANSACTION, IPV4, PASSWORD);
    const signed = Buffer.from(answer.subarray(0, 32));
    signed.writeUInt16BE(signed.length + 24 - 20, 2);
    expect(answer.subarray(36, 56)).toEqual(createHmac('sha1', PASSWORD).update(signed).digest());
    expect(answer.readUInt32BE(60)).toBe((crc32(answer.subarray(0, 56)) ^ 0x5354554e) >>> 0);
  });
});

describe('TCP output of a media worker', () => {
  const framed = (packet: Buffer) =>
    Buffer.concat([Buffer.from([packet.length >> 8, packet.length & 255]), packet]);
  const inside = { address: '127.0.0.1', port: 4_711 };
  const audio = framed(Buffer.from('800000010203', 'hex'));
  const foreign = framed(bindingSuccess(TRANSACTION, inside, 'of somebody else'));
  const answerTo = (endpoint: typeof inside, password = PASSWORD) =>
    framed(bindingSuccess(TRANSACTION, endpoint, password));

  async function passed(
    party: { iceParameters: { usernameFragment: string; password: string } },
    chunks: Buffer[],
  ) {
    const mapped = new MappedAddress(IPV4, party);
    const out: Buffer[] = [];
    mapped.on('data', (chunk: Buffer) => out.push(chunk));
    for (const chunk of chunks) mapped.write(chunk);
    await new Promise((resolve) => mapped.end(resolve));
    return Buffer.concat(out);
  }

  it('passes everything except STUN responses unchanged at any chunk boundary', async () => {
    const party = { iceParameters: { usernameFragment: 'ours', password: PASSWORD } };
    const sent = Buffer.concat([audio, answerTo(inside), foreign, audio]);
    const expected = Buffer.concat([audio, answerTo(IPV4), foreign, audio]);
    for (const size of [1, 7, sent.length]) {
      const chunks = Array.from({ length: Math.ceil(sent.length / size) }, (_, index) =>
        sent.subarray(index * size, (index + 1) * size),
      );
      expect(await passed(party, chunks)).toEqual(expected);
    }
  });

  it('has its STUN responses rewritten before and after an ICE restart', async () => {
    const party = { iceParameters: { usernameFragment: 'ours', password: PASSWORD } };
    const mapped = new MappedAddress(IPV4, party);
    party.iceParameters = { usernameFragment: 'newer', password: 'of the restart' };
    const out: Buffer[] = [];
    mapped.on('data', (chunk: Buffer) => out.push(chunk));
    mapped.write(answerTo(inside, 'of the restart'));
    mapped.write(answerTo(inside));
    await new Promise((resolve) => mapped.end(resolve));
    expect(Buffer.concat(out)).toEqual(Buffer.concat([answerTo(IPV4, 'of the restart'), answerTo(IPV4)]));
  });
});
