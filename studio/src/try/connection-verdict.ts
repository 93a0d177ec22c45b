import type { ConnectionReport } from '../../../client/src/index.js';

/** Up to which value a conversation is comfortable, and from which it suffers. */
const LIMITS = {
  roundTripMs: { good: 150, usable: 400 },
  jitterMs: { good: 30, usable: 80 },
  lossPercent: { good: 1, usable: 5 },
} as const;

/** Explains the figures in one or two sentences. */
export function judgeConnection({ path, roundTripMs = 0, inbound, outbound }: ConnectionReport): string {
  if (!path || !inbound || inbound.packets === 0) {
    return 'Connected, but no audio came back. Check that the server can send to this network (UDP), or use a TURN server.';
  }
  const jitterMs = Math.max(inbound.jitterMs ?? 0, outbound?.jitterMs ?? 0);
  const lossPercent = Math.max(inbound.lossPercent, outbound?.lossPercent ?? 0);
  const values = { roundTripMs, jitterMs, lossPercent };
  if (isWithin(values, 'good')) return 'Good. A conversation will flow naturally.';
  if (isWithin(values, 'usable'))
    return 'Usable. Short delays or small gaps can be heard. A wired network may help.';
  return 'Poor. Words will be lost. Move closer to the access point, or use another network.';
}

function isWithin(values: Record<keyof typeof LIMITS, number>, level: 'good' | 'usable'): boolean {
  return (
    values.roundTripMs <= LIMITS.roundTripMs[level] &&
    values.jitterMs <= LIMITS.jitterMs[level] &&
    values.lossPercent <= LIMITS.lossPercent[level]
  );
}
