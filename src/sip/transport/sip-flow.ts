export type SipProtocol = 'UDP' | 'TCP' | 'TLS';

/** A message as sent or received on a flow. */
export interface SeenMessage {
  readonly text: string;
  readonly isSent: boolean;
  readonly flow: Pick<SipFlow, 'protocol' | 'address' | 'port' | 'local'>;
}

/** The path between us and one peer. Stateless for UDP; one connection for TCP and TLS. */
export interface SipFlow {
  readonly protocol: SipProtocol;
  /** The peer's address as seen by the network. */
  readonly address: string;
  readonly port: number;
  /** Our address as reachable by this peer. */
  readonly local: { readonly host: string; readonly port: number };
  /** False once the connection is closed. */
  readonly isOpen: boolean;
  /** @throws Error when the connection is closed */
  send(text: string): Promise<void>;
}
