import type { PresentedToken } from '../../calls/index.js';
import type { SignalConnection } from '../signal-connection.js';

/** What a frame proves itself by; the empty text is no token. */
export const presentedToken = (
  { authToken }: { readonly authToken?: unknown },
  { address, origin }: SignalConnection,
): PresentedToken => ({
  authToken: typeof authToken === 'string' && authToken !== '' ? authToken : undefined,
  clientAddress: address,
  clientOrigin: origin,
});
