/** A STUN attribute (RFC 8489, 14). */
export function attribute(type: number, value: Buffer): Buffer {
  const padded = Buffer.alloc(4 + Math.ceil(value.length / 4) * 4);
  padded.writeUInt16BE(type, 0);
  padded.writeUInt16BE(value.length, 2);
  value.copy(padded, 4);
  return padded;
}

/** A binding request over TCP (RFC 4571). */
export function check(...attributes: Buffer[]): Buffer {
  const body = Buffer.concat(attributes);
  const head = Buffer.alloc(22);
  head.writeUInt16BE(20 + body.length, 0);
  head.writeUInt16BE(0x0001, 2);
  head.writeUInt16BE(body.length, 4);
  head.writeUInt32BE(0x2112a442, 6);
  return Buffer.concat([head, body]);
}

/** A check for the call with this username fragment, without a valid password. */
export const checkFor = (fragment: string): Buffer =>
  check(attribute(0x0006, Buffer.from(`${fragment}:theirs`)));
