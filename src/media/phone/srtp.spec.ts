import { createCipheriv } from 'node:crypto';
import { SrtpStream } from './srtp.js';

const master = Buffer.from('E1F97A0D3E018BE0D64FA32C06DE41390EC675AD498AFEEBB6960B3AABE6', 'hex');

function rtp(sequence: number, payload = 'hello hello hello hell'): Buffer {
  const head = Buffer.alloc(12);
  head[0] = 0x80;
  head.writeUInt16BE(sequence & 0xffff, 2);
  head.writeUInt32BE(0xdeadbeef, 8);
  return Buffer.concat([head, Buffer.from(payload)]);
}

describe('SRTP', () => {
  it('derives the session key of RFC 3711, B.3', () => {
    // C61E7A93744F39EE10734AFE3FF7A087: encrypting zeros with it gives the packet's keystream.
    const key = Buffer.from('C61E7A93744F39EE10734AFE3FF7A087', 'hex');
    const salt = Buffer.from('30CBBC08863D8C85D49DB34A9AE1', 'hex');
    const iv = Buffer.concat([salt, Buffer.alloc(2)]);
    iv.writeUInt32BE((iv.readUInt32BE(4) ^ 0xdeadbeef) >>> 0, 4);
    iv.writeUInt16BE(iv.readUInt16BE(12) ^ 7, 12);
    const keystream = createCipheriv('aes-128-ctr', key, iv).update(Buffer.alloc(16));
    const sealed = new SrtpStream(master).protect(rtp(7, '\0'.repeat(16)));
    expect(sealed.subarray(12, 28)).toEqual(keystream);
  });

  it('decrypts packets out of order and across sequence number wraps', () => {
    const [sender, receiver] = [new SrtpStream(master), new SrtpStream(master)];
    const numbers = [65_530, 65_531, 65_535, 65_536, 65_537, 65_560];
    const sealed = numbers.map((number) => sender.protect(rtp(number, `packet ${number}`)));
    const order = [0, 1, 3, 2, 4, 5];
    for (const index of order) {
      const packet = receiver.unprotect(sealed[index] ?? Buffer.alloc(0));
      expect(packet?.subarray(12).toString()).toBe(`packet ${numbers[index]}`);
    }
  });

  it('rejects packets that are altered, replayed, truncated or sealed with another key', () => {
    const [sender, receiver] = [new SrtpStream(master), new SrtpStream(master)];
    const sealed = sender.protect(rtp(1));
    for (let byte = 0; byte < sealed.length; byte += 1) {
      const changed = Buffer.from(sealed);
      changed[byte] = (changed[byte] ?? 0) ^ 1;
      expect(receiver.unprotect(changed)).toBeUndefined();
    }
    expect(receiver.unprotect(sealed)).toEqual(rtp(1));
    expect(receiver.unprotect(sealed)).toBeUndefined();
    for (let length = 0; length < sealed.length; length += 1) {
      expect(receiver.unprotect(sealed.subarray(0, length))).toBeUndefined();
    }
    expect(receiver.unprotect(new SrtpStream(Buffer.alloc(30, 1)).protect(rtp(2)))).toBeUndefined();
  });

  it('protects RTCP, each packet once', () => {
    const [sender, receiver] = [new SrtpStream(master), new SrtpStream(master)];
    const report = Buffer.concat([Buffer.from([0x80, 200, 0, 6]), Buffer.alloc(24, 3)]);
    const sealed = sender.protectControl(report);
    expect(sealed.includes(Buffer.alloc(20, 3))).toBe(false);
    expect(receiver.unprotectControl(sealed)).toEqual(report);
    expect(receiver.unprotectControl(sealed)).toBeUndefined();
  });
});
