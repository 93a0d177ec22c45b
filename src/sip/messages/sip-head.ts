import { createHash } from 'node:crypto';
import { faultOf } from './request-fault.js';

/**
 * The head of a SIP message (RFC 3261, 7), parsed just enough to find its sender, its transaction and whether to accept
 * it. Messages of strangers get no further.
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
/** The method is a token (RFC 3261, 25.1). `faultOf` reports other faults of the line. */
const REQUEST_LINE = /^([\w\-.!%*+`'~]{1,64}) (.{1,1024}) SIP\/(\d{1,3}\.\d{1,3})[ \t]*$/;
const STATUS_LINE = /^SIP\/2\.0 ([1-6]\d\d)(?: .*)?$/;
const SEQUENCE = /^(\d{1,64})\s+([\w\-.!%*+`'~]{1,64})$/;
/** The prefix of an RFC 3261 branch; it identifies nothing on its own. */
const COOKIE = 'z9hG4bK';

export interface SipHead {
  /** For a response, the method that it answers. */
  readonly method: string;
  /** Undefined for a request. */
  readonly status: number | undefined;
  /** Empty for a response. */
  readonly requestUri: string;
  /**
   * The branch of the top Via, which identifies the transaction. Empty for a request of RFC 2543 until `stampVia` adds
   * one.
   */
  readonly branch: string;
  /**
   * The server's transaction key (RFC 3261, 17.2.3): branch, sent-by and method. ACK and CANCEL use the INVITE's
   * method.
   */
  readonly transaction: string;
  /** Empty outside of a dialog. */
  readonly toTag: string;
  readonly fromTag: string;
  /** The status for a request that can be answered but not served. */
  readonly fault: 400 | 505 | undefined;
  /** The first value of a header, by lower-case long name. */
  header(name: string): string | undefined;
  headers(name: string): readonly string[];
}

/** Undefined unless it is a SIP message with all fields that an answer needs (RFC 3261, 8.1.1). */
export function readHead(text: string): SipHead | undefined {
  const head = headOf(text);
  const [startLine = '', ...lines] = unfold(head).split('\r\n');
  if (lines.length > MAX_HEADER_LINES) return undefined;
  const fields = readFields(lines);
  const headers = (name: string): readonly string[] => fields.get(name) ?? [];
  const first = (name: string) => fields.get(name)?.[0];
  if (['via', 'call-id', 'from', 'to'].some((name) => !first(name))) return undefined;
  const [, sequence, sequenceMethod] = SEQUENCE.exec(first('cseq') ?? '') ?? [];
  if (sequence === undefined || sequenceMethod === undefined) return undefined;
  const branch = branchOf(first('via') ?? '');
  const [toTag, fromTag] = [tagOf(first('to')), tagOf(first('from'))];
  const transaction = transactionOf(first('via') ?? '', branch, sequenceMethod);
  const common = { branch, transaction, toTag, fromTag, header: first, headers };
  const [, method, requestUri, version] = REQUEST_LINE.exec(startLine) ?? [];
  if (method === undefined || requestUri === undefined || version === undefined) {
    const status = STATUS_LINE.exec(startLine)?.[1];
    if (status === undefined || branch === '') return undefined;
    return { ...common, method: sequenceMethod, status: Number(status), requestUri: '', fault: undefined };
  }
  const bodyBytes = Math.max(0, Buffer.byteLength(text) - Buffer.byteLength(head) - EMPTY_LINE_BYTES);
  const fault = faultOf({ method, requestUri, version, sequence, sequenceMethod, headers, bodyBytes });
  return { ...common, method, status: undefined, requestUri, fault };
}

const EMPTY_LINE_BYTES = 4;

function transactionOf(via: string, branch: string, method: string): string {
  const sentBy = /^SIP\s*\/\s*[\d.]+\s*\/\s*\S+\s+([^;,\s]+)/i.exec(via)?.[1] ?? '';
  const own = method === 'ACK' || method === 'CANCEL' ? 'INVITE' : method;
  return `${branch} ${sentBy.toLowerCase()} ${own}`;
}

/** Empty if no branch identifies a transaction. */
function branchOf(via: string): string {
  const branch = /;\s*branch\s*=\s*([^;,\s]{1,256})/i.exec(via)?.[1] ?? '';
  return branch === COOKIE ? '' : branch;
}

/** Everything up to the empty line. */
export function headOf(text: string): string {
  const end = text.indexOf('\r\n\r\n');
  return end < 0 ? text : text.slice(0, end);
}

/** A line that starts with a blank continues the previous one. */
export const unfold = (head: string): string => head.replace(/\r\n[ \t]+/g, ' ');

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

const tagOf = (address = ''): string => /;\s*tag=([^;,\s]{1,256})/i.exec(afterAddress(address))?.[1] ?? '';

/** Parameters within `<...>` belong to the address, not to the field. */
const afterAddress = (value: string): string => value.slice(value.lastIndexOf('>') + 1);

/**
 * Puts each Via on its own line and adds the real source address to the top one (RFC 3261, 18.2.1; RFC 3581, 4). Adds
 * the branch that RFC 2543 requests lack.
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
    const named = branchOf(via) === '' ? withBranch(plain, text) : plain;
    return `Via: ${named.replace(/;\s*rport(=\d*)?(?=;|$)/i, `;rport=${from.port}`)};received=${from.address}`;
  });
  return stamped + text.slice(head.length);
}

/** Derived from what a request shares with its retransmissions, ACK and CANCEL (RFC 3261, 17.2.3). */
function withBranch(via: string, text: string): string {
  const head = readHead(text);
  const common = ['call-id', 'from', 'via'].map((name) => head?.header(name));
  const [sequence] = head?.header('cseq')?.split(/\s/, 1) ?? [];
  const name = createHash('sha256')
    .update(JSON.stringify([...common, sequence]))
    .digest('hex');
  return `${via.replace(/;\s*branch\s*=\s*[^;,\s]*/i, '')};branch=${COOKIE}${name.slice(0, 16)}`;
}

/** Splits a header field at its commas, except within quotes and brackets. */
export function fieldValues(field: string): string[] {
  return (field.match(/(?:"(?:[^"\\]|\\.)*"|<[^>]*>|[^,"<])+/g) ?? []).map((value) => value.trim());
}
