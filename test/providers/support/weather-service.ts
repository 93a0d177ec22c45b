import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { AgentTool } from '../../../src/agent-document/index.js';
import { weatherHosts } from './adapters.js';
import type { Brain } from '../../stand-ins/index.js';

const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };

/** A real HTTP service for tools: `/now` is sunny, `/broken` fails, `/slow` never answers. */
export class WeatherService {
  readonly requests: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = [];
  private readonly server: Server;

  private constructor() {
    this.server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        this.requests.push({ headers: request.headers, body });
        if (request.url === '/slow') return;
        const status = request.url === '/broken' ? 500 : 200;
        response.writeHead(status, { 'content-type': 'text/plain' });
        response.end(status === 200 ? 'sunny' : 'out of order');
      });
    });
  }

  static async start(): Promise<WeatherService> {
    const service = new WeatherService();
    await new Promise<void>((resolve) => service.server.listen(0, '127.0.0.1', resolve));
    return service;
  }

  /** The service as a tool of an agent document, with a secret in its header. */
  tool(path = '/now', secret = 'WEATHER_KEY'): AgentTool {
    const { port } = this.server.address() as AddressInfo;
    weatherHosts.add(`127.0.0.1:${port}`);
    return {
      name: 'get_weather',
      description: 'Tells the weather.',
      parameters,
      http: {
        method: 'POST',
        url: `http://127.0.0.1:${port}${path}`,
        headers: { authorization: `Bearer {{secret.${secret}}}` },
        timeoutMs: 1_000,
      },
    };
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** Calls the tool first and repeats its result. */
export function callingTool(name: string, argumentsText: string): Brain {
  return ({ history }) => {
    const last = history.at(-1);
    return last?.role === 'tool'
      ? { kind: 'say', text: `It says ${last.output}` }
      : { kind: 'call', name, arguments: argumentsText };
  };
}
