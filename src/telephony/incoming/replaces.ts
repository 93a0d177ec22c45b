/** Which dialog a new invitation is to take the place of (RFC 3891). */
export interface Replaces {
  readonly callId: string;
  /** The tags as the side sees them that has the dialog: `toTag` is ours. */
  readonly toTag: string;
  readonly fromTag: string;
  /** Only where it is not answered yet. */
  readonly earlyOnly: boolean;
}

/** @returns undefined for a field that names no dialog */
export function readReplaces(field: string): Replaces | undefined {
  const [callId = '', ...parameters] = field
    .slice(0, 1_000)
    .split(';')
    .map((part) => part.trim());
  const valueOf = (name: string) =>
    parameters.map((part) => part.split('=', 2)).find(([key]) => key?.toLowerCase() === name)?.[1];
  const [toTag, fromTag] = [valueOf('to-tag'), valueOf('from-tag')];
  if (callId === '' || toTag === undefined || fromTag === undefined) return undefined;
  return {
    callId,
    toTag,
    fromTag,
    earlyOnly: parameters.some((part) => part.toLowerCase() === 'early-only'),
  };
}
