import { createTurnClient } from 'werift';
import { ownAddress } from './own-address.js';

export type TurnClient = Awaited<ReturnType<typeof createTurnClient>>;

/** An allocation on a TURN server over UDP or, with options, over TLS. */
export async function relayOf(
  { port }: { readonly port: number },
  { username, credential }: { readonly username: string; readonly credential: string },
  tls?: { readonly rejectUnauthorized: boolean },
): Promise<TurnClient> {
  const server = { address: [ownAddress(), port] as [string, number], username, password: credential };
  return await createTurnClient(server, tls && { ssl: true, tlsOptions: tls });
}
