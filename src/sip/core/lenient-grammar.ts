import type { URI } from 'sip.js/lib/core/index.js';
import { TelUri } from './tel-uri.js';

type Parse = (text: string, rule: string) => unknown;

/** The core's value for a field that cannot be parsed. */
const UNREADABLE = -1;
const MAX_FIELD_CHARACTERS = 2_048;
/** Fields that are parsed leniently; the core's strict grammar parses the others. */
const PARTIES = new Set(['From', 'To', 'Contact']);
/** A parsable URI that stands in for one that the grammar rejects. */
const PLACEHOLDER = 'sip:tel.invalid';

/**
 * Extends the core's grammar by what phones and carriers really send: `tel:` URIs (RFC 3966), unquoted display names,
 * and unescaped characters in the user part of a URI. Ambiguous input is rejected.
 */
export const leniently =
  (parse: Parse): Parse =>
  (text, rule) => {
    if (text.length > MAX_FIELD_CHARACTERS) return parse(text, rule);
    if (rule === 'SIP_URI' && TelUri.isOne(text)) return new TelUri(text);
    if (rule === 'Request_Response') return requestLine(text, parse);
    return PARTIES.has(rule) ? party(text, rule, parse) : parse(text, rule);
  };

function requestLine(text: string, parse: Parse): unknown {
  const [, method = '', uri = '', version = ''] = /^(\S+) (\S+) (SIP\/\S+)$/.exec(text) ?? [];
  if (TelUri.isOne(uri)) {
    const read = parse(`${method} ${PLACEHOLDER} ${version}`, 'Request_Response');
    return read === UNREADABLE ? read : Object.assign(read as object, { uri: new TelUri(uri) });
  }
  const read = parse(text, 'Request_Response');
  const mended = mendedUri(uri);
  return read === UNREADABLE && mended !== uri
    ? parse(`${method} ${mended} ${version}`, 'Request_Response')
    : read;
}

function party(text: string, rule: string, parse: Parse): unknown {
  const [, before = '', uri = '', after = ''] = /^([^<]*<)([^<>]*)(>.*)$/.exec(text) ?? bare(text) ?? [];
  if (TelUri.isOne(uri) && rule !== 'Contact') {
    const read = parse(mendedName(before) + PLACEHOLDER + after, rule);
    if (read !== UNREADABLE && read !== undefined) (read as { uri: URI }).uri = new TelUri(uri);
    return read;
  }
  const read = parse(text, rule);
  if (read !== UNREADABLE || uri === '') return read;
  const mended = mendedName(before) + mendedUri(uri) + after;
  return mended === text ? read : parse(mended, rule);
}

/** Without brackets all parameters belong to the field (RFC 3261, 20.10). */
const bare = (text: string): readonly string[] | null => /^(\s*)([^\s;<>"]+)(.*)$/.exec(text);

/** Quotes a display name that is no token, unless a quote, comma or colon makes its end ambiguous. */
function mendedName(before: string): string {
  const name = before.slice(0, -1).trim();
  return name === '' || /["\\,:;\r\n]/.test(name) || !before.endsWith('<') ? before : `"${name}" <`;
}

/**
 * Escapes characters in user part and parameters that must be escaped (RFC 3261, 25.1); not blanks, which end a URI.
 */
function mendedUri(uri: string): string {
  const [, scheme = '', user = '', host = '', rest = ''] =
    /^(sips?:)([^@\s]{1,256})(@[^@;\s]*)(;\S*)?$/i.exec(uri) ?? [];
  const escaped = (text: string) => text.replace(/[@#[\]{}|^`<>"\\]/g, encodeURIComponent);
  return scheme === '' ? uri : scheme + escaped(user) + host + escaped(rest);
}
