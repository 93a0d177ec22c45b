import type { Body, IncomingMessage } from 'sip.js/lib/core/index.js';

/** Maximum nesting of bodies (RFC 5621, 3.1). */
const MAX_DEPTH = 3;
const MAX_PARTS = 20;
const SDP = /^application\/sdp\s*(;|$)/i;
const MULTIPART = /^multipart\/([\w.+-]+)/i;

interface Part {
  readonly type: string;
  readonly disposition: string;
  readonly body: string;
}

/** Whether a body of this type may contain SDP. */
export const maySayTerms = (contentType: string): boolean =>
  SDP.test(contentType) || MULTIPART.test(contentType);

/**
 * Reduces a message's body to its SDP. Gateways add other parts that we do not need: ISUP (RFC 3204), locations
 * (PIDF-LO, RFC 6442), recording metadata (RFC 7866).
 * @returns The type of a required part that we do not understand; undefined if there is none.
 */
export function keepSessionPart(message: IncomingMessage): string | undefined {
  const type = message.getHeader('content-type') ?? (/^\s*v=0/.test(message.body) ? 'application/sdp' : '');
  if (message.body === '' || !maySayTerms(type)) return undefined;
  const disposition = message.getHeader('content-disposition') ?? '';
  const { sdp, required } = look({ type, disposition, body: message.body }, 0);
  message.body = sdp ?? '';
  // The core recognizes an offer by these headers.
  message.setHeader('content-type', 'application/sdp');
  delete message.headers['Content-Disposition'];
  return required;
}

interface Found {
  readonly sdp: string | undefined;
  readonly required: string | undefined;
}

function look({ type, disposition, body }: Part, depth: number): Found {
  if (SDP.test(type)) return { sdp: body, required: undefined };
  const kind = MULTIPART.exec(type)?.[1]?.toLowerCase();
  if (kind === undefined || depth >= MAX_DEPTH) {
    // RFC 3261, 20.11, makes `required` the default, but senders that omit it do not want to be refused.
    const isRequired = /;\s*handling\s*=\s*"?required\b/i.test(disposition);
    return { sdp: undefined, required: isRequired ? type.split(';', 1)[0]?.trim() : undefined };
  }
  const found = partsOf(type, body).map((part) => look(part, depth + 1));
  // Of alternatives the last readable one is best (RFC 2046, 5.1.4); the others are optional.
  if (kind === 'alternative') {
    return found.findLast(({ sdp }) => sdp !== undefined) ?? { sdp: undefined, required: undefined };
  }
  return {
    sdp: found.find(({ sdp }) => sdp !== undefined)?.sdp,
    required: found.find(({ required }) => required !== undefined)?.required,
  };
}

/** RFC 2046, 5.1.1: a line end before a boundary belongs to the boundary. */
function partsOf(type: string, body: string): readonly Part[] {
  const [, quoted, bare] = /;\s*boundary\s*=\s*(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(type) ?? [];
  const boundary = (quoted ?? bare)?.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  if (boundary === undefined) return [];
  const marks = new RegExp(`\\r?\\n--${boundary}(--)?[ \\t]*(?=\\r?\\n|$)`);
  // Parts, each followed by the closing mark if it is there.
  const [, ...pieces] = `\n${body}`.split(marks, 2 * MAX_PARTS + 2);
  const last = pieces.indexOf('--');
  return pieces
    .slice(0, last < 0 ? undefined : last)
    .flatMap((piece: string | undefined, index) =>
      index % 2 === 1 && piece !== undefined ? [readPart(piece)] : [],
    );
}

function readPart(piece: string): Part {
  // Skip the rest of the boundary line. A part without headers continues with an empty line.
  const text = piece.replace(/^[ \t]*\r?\n/, '');
  const [, head = '', body = ''] = /^((?:[^\r\n]+\r?\n)*)\r?\n([^]*)$/.exec(text) ?? [];
  const field = (name: string) =>
    new RegExp(`^${name}[ \\t]*:[ \\t]*(.*)$`, 'im').exec(head.replace(/\r?\n[ \t]+/g, ' '))?.[1]?.trim() ??
    '';
  return {
    type: field('(?:content-type|c)').replace(/\r$/, ''),
    disposition: field('content-disposition'),
    body: body.replace(/\r$/, ''),
  };
}

export const sdpBody = (content: string): Body => ({
  contentDisposition: 'session',
  contentType: 'application/sdp',
  content,
});

/** The SDP of a message; undefined if it has none. */
export function sdpOf(message: IncomingMessage): string | undefined {
  const type = message.getHeader('content-type') ?? '';
  return message.body !== '' && /^application\/sdp\b/i.test(type) ? message.body : undefined;
}
