/** The way to a provider, whatever protocol it speaks: a guarded socket, and a link that outlives a break of it. */
export type { GuardedSocket, SocketCallbacks } from './guarded-socket.js';
export type {
  AskedTools,
  CallerEvent,
  Protocol,
  ProviderEvent,
  ProviderSession,
  ReplayedItem,
  SocketFactory,
} from './protocol.js';
export { ReconnectingLink } from './reconnecting-link.js';
