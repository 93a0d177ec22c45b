import type { Session } from 'sip.js/lib/core/index.js';

/** The port in the peer's Contact, or of the last proxy in the route; undefined for the default. */
export function peerPortOf(session: Session): number | undefined {
  const routes: unknown = Reflect.get(session, 'routeSet');
  const route: unknown = Array.isArray(routes) ? routes[0] : undefined;
  if (typeof route !== 'string') return session.remoteTarget.port;
  const port = /^<?sips?:[^;>]*?:(\d{1,5})(?=[;>]|$)/i.exec(route)?.[1];
  return port === undefined ? undefined : Number(port);
}
