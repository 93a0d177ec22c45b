import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An empty page on loopback, where browsers allow a microphone. */
export interface BlankPage {
  readonly url: string;
  close(): void;
}

export async function serveBlankPage(): Promise<BlankPage> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>call</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
