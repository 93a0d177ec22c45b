/**
 * The offer without all that says which packets the client will send: stream numbers, and the extension that
 * carries the mid.
 */
export function unannounced(offerSdp: string): string {
  const kept = offerSdp
    .split('\r\n')
    .filter((line) => !/^a=(ssrc|ssrc-group|msid):?/.test(line) && !/^a=extmap:.*sdes:mid/.test(line));
  return kept.join('\r\n');
}
