/** The way to a provider, whatever protocol it speaks: a guarded socket, and a link that outlives a break of it. */
export type { ConnectOptions, Protocol, ProviderSession, SocketFactory } from './provider-connection.js';
export type { GuardedSocket, SocketCallbacks } from './guarded-socket.js';
export { ReconnectingLink } from './reconnecting-link.js';
