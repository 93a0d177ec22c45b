/** What the database knows about the instance secret, and what this process was given. */
export interface SecretEvidence {
  /** Fingerprint stored in the database; undefined if there is none yet. */
  readonly noted: string | undefined;
  /** Fingerprints of this process's secrets, newest first. */
  readonly own: readonly string[];
  /** How many of the latest sealed values this process can open, out of how many. Used if no fingerprint is stored. */
  readonly opened: number;
  readonly sealed: number;
  /** The operator says that the old secret is lost. */
  readonly mayReplace: boolean;
}

/**
 * - `same`: go on.
 * - `note`: the first start since fingerprints are noted; note it.
 * - `rotate`: the secret was changed with the old one behind it; note the new one.
 * - `replace`: the secret was changed without the old one, and the operator says that this is meant.
 * - `mismatch`: refuse to start.
 */
export type SecretMatch = 'same' | 'note' | 'rotate' | 'replace' | 'mismatch';

export function matchSecret({ noted, own, opened, sealed, mayReplace }: SecretEvidence): SecretMatch {
  if (noted === undefined) {
    if (sealed === 0 || opened > 0) return 'note';
    return mayReplace ? 'replace' : 'mismatch';
  }
  if (noted === own[0]) return 'same';
  if (own.includes(noted)) return 'rotate';
  return mayReplace ? 'replace' : 'mismatch';
}
