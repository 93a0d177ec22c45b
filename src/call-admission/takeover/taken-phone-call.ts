import type { RecordedTakeover } from '../../conversations/index.js';
import type { ClientConnection } from '../../call-client/index.js';

/** A phone call claimed from another process. Call either `begin` or `end`. */
export interface TakenPhoneCall {
  /** The former owner's last snapshot of the line. */
  readonly line: Readonly<Record<string, unknown>>;
  /** The snapshot of the transfer leg, if the caller was transferred. */
  readonly person: Readonly<Record<string, unknown>> | undefined;
  /** Why the claimed call cannot continue; undefined if it can. */
  readonly obstacle: 'with-person' | 'not-possible' | undefined;
  /** Continues the call here. */
  begin(connection: ClientConnection): { readonly sessionId: string };
  /** Ends the call and records why. Resolves when the record is stored or storing was abandoned. */
  end(outcome: Exclude<RecordedTakeover['outcome'], 'gone-on'>, status?: number): Promise<void>;
}
