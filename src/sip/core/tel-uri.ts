import { URI } from 'sip.js/lib/core/index.js';

/** RFC 3966: digits with separators, or a number of a private plan, then parameters. */
const TEL = /^tel:([^;>\s]{1,64})((?:;[^;>\s]{1,128}){0,16})$/i;
/** The core requires a host; this one cannot exist (RFC 6761). */
const NO_HOST = 'tel.invalid';

/** A `tel:` URI (RFC 3966) for the core, which supports only SIP URIs. It serialises unchanged. */
export class TelUri extends URI {
  constructor(private readonly written: string) {
    const [, number = '', parameters = ''] = TEL.exec(written) ?? [];
    super('sip', number + parameters, NO_HOST);
  }

  static isOne(text: string): boolean {
    return TEL.test(text);
  }

  override clone(): this {
    return new TelUri(this.written) as this;
  }

  override toRaw(): string {
    return this.written;
  }

  override toString(): string {
    return this.written;
  }
}
