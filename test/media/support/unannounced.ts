/** The offer without SSRCs and the mid extension, so that streams are unannounced. */
export function unannounced(offerSdp: string): string {
  const kept = offerSdp
    .split('\r\n')
    .filter((line) => !/^a=(ssrc|ssrc-group|msid):?/.test(line) && !/^a=extmap:.*sdes:mid/.test(line));
  return kept.join('\r\n');
}
