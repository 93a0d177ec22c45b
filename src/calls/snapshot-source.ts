import { JOURNAL_MAX_BYTES, type Redaction, redactDetails } from '../conversations/index.js';
import type { Admission, CallOffer, CallSnapshot } from '../call-admission/index.js';

/** Builds the snapshot of a call. */
export interface SnapshotSource {
  /** The fields that stay constant during the call. */
  readonly constant: Omit<CallSnapshot, 'entries' | 'instructions' | 'handOvers'>;
  readonly maxBytes: number;
  readonly storesText: boolean;
  redact<T extends object>(said: T[]): T[];
  /** What is needed to restore its line; absent for a call whose client reconnects. */
  line?(): object | undefined;
}

/** Undefined for a line that cannot be restored. */
export function snapshotSourceOf(
  { line, callSid, callee, features = [] }: CallOffer,
  admission: Admission,
  { storeText }: { readonly storeText: boolean },
): SnapshotSource | undefined {
  if (line && !line.kept) return undefined;
  const { tokenHash, target, mode, version, artifactVersion, deploymentId, rollout, variantId } = admission;
  const { caller, variables, agent, experiment } = admission;
  const kinds = new Set<Redaction>(agent.privacy?.redact);
  return {
    constant: {
      tokenHash: Buffer.from(tokenHash).toString('base64'),
      target,
      mode,
      ...(version !== undefined && { version }),
      ...(artifactVersion !== undefined && { artifactVersion }),
      ...(deploymentId !== undefined && { deploymentId }),
      ...(rollout && { rollout }),
      ...(experiment && { experiment }),
      ...(variantId !== undefined && { variantId }),
      ...(callSid !== undefined && { callSid }),
      ...(caller !== undefined && { caller }),
      ...(callee !== undefined && { callee }),
      variables: { ...variables.call },
      features: [...features],
    },
    maxBytes: JOURNAL_MAX_BYTES,
    storesText: storeText && agent.privacy?.storeText !== false,
    redact: <T extends object>(said: T[]) =>
      kinds.size === 0 ? said : said.map((one) => redactDetails(one, kinds) as T),
    ...(line?.kept && { line: line.kept }),
  };
}
