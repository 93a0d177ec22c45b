/** One message of PostgreSQL's wire protocol (PostgreSQL documentation, 54.2). */
export interface WireMessage {
  /** Its type byte; empty for the first message of a connection, which has none. */
  readonly type: string;
  readonly bytes: Buffer;
}

const LENGTH_BYTES = 4;

/** Cuts a stream of bytes into messages. */
export class MessageCutter {
  private rest: Buffer = Buffer.alloc(0);

  /** `hasStartup`: the first message has no type byte, as that of a client. */
  constructor(private hasStartup: boolean) {}

  /** The messages that are complete with these bytes. */
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

/** The texts of a message, which end with a zero byte each, from its body's beginning. */
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
