/** The dialog that a new invitation replaces (RFC 3891). */
export interface Replaces {
  readonly callId: string;
  /** Tags from the view of the dialog's owner: `toTag` is ours. */
  readonly toTag: string;
  readonly fromTag: string;
  /** Only if the dialog is not answered yet. */
  readonly earlyOnly: boolean;
}

/** @returns Undefined if the field identifies no dialog. */
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
