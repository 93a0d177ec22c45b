/** Mutates offers like broken and hostile clients do, reproducibly by seed. */

export type Random = () => number;

/** A small seeded generator (mulberry32), so that a failure can be reproduced. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Mutation = (lines: string[], random: Random) => string[];

const pick = <T>(items: readonly T[], random: Random): T => items[Math.floor(random() * items.length)] as T;
const without =
  (pattern: RegExp): Mutation =>
  (lines) =>
    lines.filter((line) => !pattern.test(line));
const replaced =
  (pattern: RegExp, replacement: string): Mutation =>
  (lines) =>
    lines.map((line) => line.replace(pattern, replacement));
const atRandomLine = (change: (line: string, random: Random) => string[]): Mutation => {
  return (lines, random) => {
    const index = Math.floor(random() * lines.length);
    return [...lines.slice(0, index), ...change(lines[index] ?? '', random), ...lines.slice(index + 1)];
  };
};

const MUTATIONS: readonly Mutation[] = [
  without(/^a=ice-ufrag/),
  without(/^a=ice-pwd/),
  without(/^a=fingerprint/),
  without(/^a=setup/),
  without(/^a=mid/),
  without(/^a=rtcp-mux/),
  without(/^a=ssrc/),
  without(/^a=extmap/),
  without(/^a=group/),
  without(/opus/i),
  without(/^m=audio/),
  without(/^[vost]=/),
  replaced(/^a=setup:\w+/, 'a=setup:holdconn'),
  replaced(/^a=setup:\w+/, 'a=setup:active'),
  replaced(/^a=setup:\w+/, 'a=setup:passive'),
  replaced(/^m=audio \d+/, 'm=audio 0'),
  replaced(/^m=audio/, 'm=audiO'),
  replaced(/UDP\/TLS\/RTP\/SAVPF/, 'RTP/AVP'),
  replaced(/SAVPF/, 'SAVP'),
  replaced(/^a=sendrecv/, 'a=sendonly'),
  replaced(/^a=sendrecv/, 'a=recvonly'),
  replaced(/^a=sendrecv/, 'a=inactive'),
  replaced(/^(a=fingerprint:sha-256) .*/, '$1 00:11'),
  replaced(/^a=fingerprint:sha-256/, 'a=fingerprint:md5'),
  replaced(/^(a=ssrc:)\d+/, '$199999999999'),
  replaced(/^(a=ssrc:)\d+/, '$10'),
  replaced(/^(a=mid:).*/, '$1same'),
  replaced(/^(a=extmap:)\d+/, '$199999'),
  replaced(/^(a=extmap:)\d+/, '$11'),
  replaced(/^(a=rtpmap:)\d+/, '$1300'),
  replaced(/^(m=audio \d+ \S+) .*/, '$1 300 -1 x'),
  replaced(/^(m=audio \d+ \S+) .*/, '$1'),
  replaced(/^(a=ice-ufrag:).*/, '$1\u0000\ud800'),
  (lines) => [...lines, ...Array.from({ length: 1_000 }, () => 'm=audio 9 UDP/TLS/RTP/SAVPF 111')],
  (lines) => [...lines, ...Array.from({ length: 1_000 }, (_, index) => `a=ssrc:${index} cname:x`)],
  (lines) => [...lines, ...lines],
  atRandomLine((line) => [line + 'x'.repeat(65_536)]),
  atRandomLine((line) => [line + ' [x'.repeat(1_300)]),
  atRandomLine(() => []),
  atRandomLine((line) => [line, line]),
  atRandomLine((line, random) => [line.slice(0, Math.floor(random() * line.length))]),
  atRandomLine((line, random) => {
    const at = Math.floor(random() * line.length);
    return [line.slice(0, at) + String.fromCharCode(Math.floor(random() * 256)) + line.slice(at + 1)];
  }),
  atRandomLine((line, random) => [line.replace(/\d+/, String(Math.floor(random() * 2 ** 40) - 2 ** 20))]),
  (lines, random) => lines.slice(0, Math.floor(random() * lines.length)),
  (lines, random) => {
    const from = Math.floor(random() * lines.length);
    const to = Math.floor(random() * lines.length);
    const moved = [...lines];
    moved.splice(to, 0, ...moved.splice(from, 1));
    return moved;
  },
];

/** One to three mutations of an offer, sometimes with other line endings. */
export function mutateSdp(sdp: string, random: Random): string {
  let lines = sdp.split('\r\n');
  const rounds = 1 + Math.floor(random() * 3);
  for (let round = 0; round < rounds; round += 1) lines = pick(MUTATIONS, random)(lines, random);
  return lines.join(random() < 0.9 ? '\r\n' : pick(['\n', '\r', ''], random));
}
