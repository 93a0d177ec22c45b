import { json } from 'node:stream/consumers';
import { ownAddress } from '../../support/own-address.js';
import { TcpRelay } from '../../support/tcp-relay.js';
import { page, serveSite } from './sites.js';
import { startWidgetService, type WidgetService } from './widget-service.js';

/** The widget on a third-party page, with HTTP and signaling through a fault-injecting proxy. */
export interface RelayedWidget {
  readonly service: WidgetService;
  readonly relay: TcpRelay;
  /** A page with an origin listed by its connector. */
  readonly publicPage: string;
  /** A page with a backend that issues one-second tokens. */
  readonly backendPage: string;
  /** A page with a policy that blocks all connections. */
  readonly pageWithoutConnections: string;
  /** Tokens requested from the page's backend. */
  tokensAsked(): number;
  /** Policy directives reported as violated since the last call. */
  violations(): string[];
  close(): Promise<void>;
}

export async function serveRelayedWidget(): Promise<RelayedWidget> {
  // Firefox gathers no loopback candidates.
  const service = await startWidgetService({ MEDIA_LISTEN_IP: ownAddress() });
  const relay = await TcpRelay.create(service.app.baseUrl);
  const { url } = relay;
  // Only what docs/reference/widget.md says to allow.
  const policy = (connections: string) =>
    `default-src 'none'; script-src ${url}; connect-src ${connections}; require-trusted-types-for 'script'; report-uri /violation`;
  const ofService = `${url} ${url.replace('http', 'ws')}`;
  const widget = (attributes: string, connections = ofService) =>
    page(policy(connections), () => `<script src="${url}/widget.js" ${attributes}></script>`);
  let tokensAsked = 0;
  const violations: string[] = [];
  const site = await serveSite({
    '/public': widget(`data-connector="${service.connectorId}"`),
    '/backend': widget('data-token-url="/call-token"', `'self' ${ofService}`),
    '/without-connections': widget(`data-connector="${service.connectorId}"`, "'none'"),
    '/violation': async (request, response) => {
      const { 'csp-report': report } = (await json(request)) as {
        'csp-report': Readonly<Record<'blocked-uri' | 'violated-directive', string>>;
      };
      // Firefox requests every site's icon.
      if (!report['blocked-uri'].endsWith('/favicon.ico')) violations.push(report['violated-directive']);
      response.writeHead(204).end();
    },
    '/call-token': async (_request, response) => {
      tokensAsked++;
      const { token, expiresAt } = (await service.mint({ ttlSeconds: 1 })).body;
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ token, expiresAt }));
    },
  });
  await service.admit(site.origin);
  return {
    service,
    relay,
    publicPage: `${site.origin}/public`,
    backendPage: `${site.origin}/backend`,
    pageWithoutConnections: `${site.origin}/without-connections`,
    tokensAsked: () => tokensAsked,
    violations: () => violations.splice(0),
    async close() {
      site.close();
      relay.close();
      await service.close();
    },
  };
}
