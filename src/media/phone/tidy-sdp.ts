/** Media, connection and attribute lines; no decision depends on the others. */
const MEDIA = /^m=\s*([^\s/]+)\s+(\d+)(?:\/\d+)?\s+(\S+)(.*)$/i;
const CONNECTION = /^c=\s*(\S+)\s+(\S+)\s+([^\s/]+)(?:\/\S*)?\s*$/i;
const ATTRIBUTE = /^a=\s*([^\s:]+)\s*(?::(.*))?$/;

/**
 * Normalises the SDP of a phone or gateway to RFC 8866: removes TTLs, port counts and repeated blanks, and lowers
 * capitals. Other lines stay unchanged.
 */
export const tidySdp = (sdp: string): string =>
  sdp
    .trimStart()
    .split(/\r\n|\r|\n/)
    .map((line) => tidyLine(line))
    .join('\r\n');

function tidyLine(line: string): string {
  const media = MEDIA.exec(line);
  if (media) {
    const [, kind = '', port = '', protocol = '', formats = ''] = media;
    const profile = /^rtp\//i.test(protocol) ? protocol.toUpperCase() : protocol;
    // Some sections of other media have no format; an answer must name one.
    return `m=${kind.toLowerCase()} ${port} ${profile} ${formats.trim().replace(/\s+/g, ' ') || '0'}`;
  }
  const connection = CONNECTION.exec(line);
  if (connection) {
    const [, network = '', version = '', address = ''] = connection;
    return `c=${network.toUpperCase()} ${version.toUpperCase()} ${address}`;
  }
  const attribute = ATTRIBUTE.exec(line);
  if (!attribute) return line;
  const [, name = '', value] = attribute;
  return value === undefined
    ? `a=${name.toLowerCase()}`
    : `a=${name.toLowerCase()}:${value.trim().replace(/\s+/g, ' ')}`;
}
