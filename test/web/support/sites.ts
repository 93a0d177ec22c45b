import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Route = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

/** A third-party site on its own loopback origin, where browsers allow a microphone. */
export interface Site {
  /** Without a trailing slash. */
  readonly origin: string;
  close(): void;
}

/** A site with these pages by path. */
export async function serveSite(routes: Readonly<Record<string, Route>>): Promise<Site> {
  const server = createServer((request, response) => {
    const route = routes[new URL(request.url ?? '/', 'http://site').pathname];
    if (route) void route(request, response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A page with a content security policy. */
export const page =
  (policy: string, html: () => string): Route =>
  (_request, response) => {
    response
      .setHeader('content-type', 'text/html; charset=utf-8')
      .setHeader('content-security-policy', policy)
      .end(
        `<!doctype html><html lang="en"><title>A shop</title><main><h1>A shop</h1></main>${html()}</html>`,
      );
  };

export const script =
  (code: string | Buffer): Route =>
  (_request, response) => {
    response.setHeader('content-type', 'text/javascript').end(code);
  };
