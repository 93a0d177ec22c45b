/** A message of PostgreSQL's wire protocol (PostgreSQL documentation, 54.2). */
export interface WireMessage {
  /** Its type byte; empty for a connection's first message. */
  readonly type: string;
  readonly bytes: Buffer;
}

const LENGTH_BYTES = 4;

/** Splits a byte stream into messages. */
export class MessageCutter {
  private rest: Buffer = Buffer.alloc(0);

  /** `hasStartup`: the client's first message has no type byte. */
  constructor(private hasStartup: boolean) {}

  /** Messages completed by these bytes. */
  take(chunk: Buffer): WireMessage[] {
    this.rest = Buffer.concat([this.rest, chunk]);
    const messages: WireMessage[] = [];
    for (;;) {
      const typeBytes = this.hasStartup ? 0 : 1;
      if (this.rest.length < typeBytes + LENGTH_BYTES) return messages;
      const size = typeBytes + this.rest.readUInt32BE(typeBytes);
      if (this.rest.length < size) return messages;
      const bytes = this.rest.subarray(0, size);
      messages.push({ type: typeBytes === 0 ? '' : String.fromCharCode(Number(bytes[0])), bytes });
      this.rest = this.rest.subarray(size);
      this.hasStartup = false;
    }
  }
}

/** The zero-terminated texts at the start of a message's body. */
export function textsOf({ bytes }: WireMessage, count: number): string[] {
  const texts: string[] = [];
  let at = 1 + LENGTH_BYTES;
  while (texts.length < count) {
    const end = bytes.indexOf(0, at);
    texts.push(bytes.toString('utf8', at, end));
    at = end + 1;
  }
  return texts;
}
