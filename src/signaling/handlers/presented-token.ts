import type { PresentedToken } from '../../calls/index.js';
import type { SignalConnection } from '../signal-connection.js';

/** The frame's credentials; an empty token counts as none. */
export const presentedToken = (
  { authToken }: { readonly authToken?: unknown },
  { address, origin }: SignalConnection,
): PresentedToken => ({
  authToken: typeof authToken === 'string' && authToken !== '' ? authToken : undefined,
  clientAddress: address,
  clientOrigin: origin,
});
