/**
 * The head of a SIP message (RFC 3261, 7), taken apart just far enough to say who sent it, what it belongs to and
 * whether it may come in. Strangers' messages get no further than this.
 */

/** RFC 3261, 7.3.3 and the registry of header fields. */
const COMPACT_NAMES: Readonly<Record<string, string>> = {
  c: 'content-type',
  e: 'content-encoding',
  f: 'from',
  i: 'call-id',
  k: 'supported',
  l: 'content-length',
  m: 'contact',
  o: 'event',
  r: 'refer-to',
  s: 'subject',
  t: 'to',
  u: 'allow-events',
  v: 'via',
  x: 'session-expires',
};
const MAX_HEADER_LINES = 256;
const REQUEST_LINE = /^([A-Z]{1,32}) (\S{1,1024}) SIP\/2\.0$/;
const STATUS_LINE = /^SIP\/2\.0 ([1-6]\d\d)(?: .*)?$/;

export interface SipHead {
  /** Of a response: what it answers. */
  readonly method: string;
  /** Undefined for a request. */
  readonly status: number | undefined;
  /** Empty for a response. */
  readonly requestUri: string;
  /** Of the top Via: names the transaction. */
  readonly branch: string;
  /** Empty outside of a dialog. */
  readonly toTag: string;
  /** The first value under the name, in lower case and long form. */
  header(name: string): string | undefined;
  headers(name: string): readonly string[];
}

/**
 * Undefined for what is no SIP message, or lacks one of the fields without which nobody can answer it (RFC 3261,
 * 8.1.1).
 */
export function readHead(text: string): SipHead | undefined {
  const [startLine = '', ...lines] = unfold(headOf(text)).split('\r\n');
  if (lines.length > MAX_HEADER_LINES) return undefined;
  const fields = readFields(lines);
  const first = (name: string) => fields.get(name)?.[0];
  const method = /^\d{1,10}\s+([A-Z]{1,32})$/.exec(first('cseq') ?? '')?.[1];
  const branch = /;\s*branch=([^;,\s]{1,256})/i.exec(first('via') ?? '')?.[1];
  const request = REQUEST_LINE.exec(startLine);
  const status = STATUS_LINE.exec(startLine)?.[1];
  if (method === undefined || branch === undefined || (!request && status === undefined)) return undefined;
  if (request && request[1] !== method) return undefined;
  if (!first('call-id') || !first('from') || !first('to')) return undefined;
  return {
    method,
    status: status === undefined ? undefined : Number(status),
    requestUri: request?.[2] ?? '',
    branch,
    toTag: /;\s*tag=([^;,\s]{1,256})/i.exec(afterAddress(first('to') ?? ''))?.[1] ?? '',
    header: first,
    headers: (name) => fields.get(name) ?? [],
  };
}

/** Everything up to the empty line. */
export function headOf(text: string): string {
  const end = text.indexOf('\r\n\r\n');
  return end < 0 ? text : text.slice(0, end);
}

/** A line that begins with a blank goes on with the one before it. */
const unfold = (head: string): string => head.replace(/\r\n[ \t]+/g, ' ');

function readFields(lines: readonly string[]): ReadonlyMap<string, string[]> {
  const fields = new Map<string, string[]>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon < 1) continue;
    const given = line.slice(0, colon).trim().toLowerCase();
    const name = COMPACT_NAMES[given] ?? given;
    const value = line.slice(colon + 1).trim();
    const known = fields.get(name);
    if (known) known.push(value);
    else fields.set(name, [value]);
  }
  return fields;
}

/** Parameters within `<...>` are of the address, not of the field. */
const afterAddress = (value: string): string => value.slice(value.lastIndexOf('>') + 1);

/**
 * Each Via on a line of its own, and the top one with the address that the request really came from (RFC 3261, 18.2.1;
 * RFC 3581, 4).
 */
export function stampVia(text: string, from: { readonly address: string; readonly port: number }): string {
  const head = headOf(text);
  const perLine = unfold(head).replace(/^(?:via|v)[ \t]*:([^\r\n]*)/gim, (_line, value: string) =>
    value
      .split(/,(?=\s*SIP\s*\/)/i)
      .map((via) => `Via: ${via.trim()}`)
      .join('\r\n'),
  );
  const stamped = perLine.replace(/^Via: ([^\r\n]*)/m, (_line, via: string) => {
    const plain = via.replace(/;\s*received=[^;,]*/gi, '');
    return `Via: ${plain.replace(/;\s*rport(=\d*)?(?=;|$)/i, `;rport=${from.port}`)};received=${from.address}`;
  });
  return stamped + text.slice(head.length);
}
