export type SipProtocol = 'UDP' | 'TCP' | 'TLS';

/** A message as it went over a way, in or out. */
export interface SeenMessage {
  readonly text: string;
  readonly isSent: boolean;
  readonly flow: Pick<SipFlow, 'protocol' | 'address' | 'port' | 'local'>;
}

/** The way between us and one peer. Of UDP it holds no state; of TCP and TLS it is one connection. */
export interface SipFlow {
  readonly protocol: SipProtocol;
  /** The peer as the network shows it. */
  readonly address: string;
  readonly port: number;
  /** Where this peer reaches us. */
  readonly local: { readonly host: string; readonly port: number };
  /** False once the connection is gone. */
  readonly isOpen: boolean;
  /** @throws Error when the connection is gone. */
  send(text: string): Promise<void>;
}
