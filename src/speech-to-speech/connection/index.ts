/** The connection to a provider, for any protocol: a guarded socket, and reconnecting after a break. */
export type { GuardedSocket } from './guarded-socket.js';
export type {
  AskedTools,
  CallerEvent,
  Opening,
  Protocol,
  ProviderEvent,
  ProviderSession,
  ReplayedItem,
  ResponseDone,
  SocketFactory,
} from './protocol.js';
export { type LinkListener, ReconnectingLink } from './reconnecting-link.js';
