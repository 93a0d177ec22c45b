/** What the database knows about the instance secret, and the secrets of this process. */
export interface SecretEvidence {
  /** Fingerprint stored in the database; undefined without one. */
  readonly noted: string | undefined;
  /** Fingerprints of this process's secrets, newest first. */
  readonly own: readonly string[];
  /** How many of the latest sealed values this process can open, out of how many. Used if no fingerprint is stored. */
  readonly opened: number;
  readonly sealed: number;
  /** The operator confirmed that the old secret is lost. */
  readonly mayReplace: boolean;
}

/**
 * - `same`: continue.
 * - `note`: no fingerprint is stored yet; store it.
 * - `rotate`: a new secret precedes the old one; store the new fingerprint.
 * - `replace`: the secret was changed without the old one, confirmed by the operator.
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
