import { ownAddress } from '../../support/own-address.js';
import { TcpRelay } from '../../support/tcp-relay.js';
import { page, serveSite } from './sites.js';
import { startWidgetService, type WidgetService } from './widget-service.js';

/** The widget on a page of another origin, whose HTTP and signaling go through a proxy that tests do harm to. */
export interface RelayedWidget {
  readonly service: WidgetService;
  readonly relay: TcpRelay;
  /** A page whose connector names its origin. */
  readonly publicPage: string;
  /** A page with a backend, whose tokens last a second. */
  readonly backendPage: string;
  /** How many tokens the page has asked its backend for. */
  tokensAsked(): number;
  close(): Promise<void>;
}

export async function serveRelayedWidget(): Promise<RelayedWidget> {
  // Firefox makes no candidates of loopback.
  const service = await startWidgetService({ MEDIA_LISTEN_IP: ownAddress() });
  const relay = await TcpRelay.create(service.app.baseUrl);
  const { url } = relay;
  const policy = `default-src 'none'; script-src ${url}; connect-src 'self' ${url} ${url.replace('http', 'ws')}`;
  const widget = (attributes: string) =>
    page(policy, () => `<script src="${url}/widget.js" ${attributes}></script>`);
  let tokensAsked = 0;
  const site = await serveSite({
    '/public': widget(`data-connector="${service.connectorId}"`),
    '/backend': widget('data-token-url="/call-token"'),
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
    tokensAsked: () => tokensAsked,
    async close() {
      site.close();
      relay.close();
      await service.close();
    },
  };
}
