const MAX_CANDIDATE_CHARACTERS = 1_024;

/** RFC 8839, 5.1; the address may also be an mDNS name (draft-ietf-mmusic-mdns-ice-candidates). */
const CANDIDATE =
  /^(?:a=)?candidate:[A-Za-z0-9+/]{1,32} \d{1,3} (?:udp|tcp|ssltcp|tls) \d{1,10} [A-Za-z0-9.:%_-]{1,255} (\d{1,5}) typ (?:host|srflx|prflx|relay)(?: .*)?$/i;

/**
 * Whether the text is a candidate in the form of RTCIceCandidate, or empty for the end of candidates. The server is
 * ICE-lite and learns paths from the client's checks, so candidates have no other use.
 */
export function isRemoteCandidate(text: string): boolean {
  if (text.length > MAX_CANDIDATE_CHARACTERS) return false;
  const line = text.trim();
  if (line === '' || line === 'a=end-of-candidates' || line === 'end-of-candidates') return true;
  const match = CANDIDATE.exec(line);
  return match !== null && Number(match[1]) <= 65_535;
}
