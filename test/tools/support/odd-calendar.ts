import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly authorization: string | undefined;
}

type Answer = (request: Asked, response: ServerResponse) => void;

/** A CalDAV server that keeps what is written, and answers as a test wants it. */
export class OddCalendar {
  readonly asked: Asked[] = [];
  /** Written events, by path. */
  readonly kept = new Map<string, string>();
  /** Replaces the right answer. */
  answer: Answer | undefined;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<OddCalendar> {
    const server = createServer((request, response) => void calendar.take(request, response));
    const calendar = new OddCalendar(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return calendar;
  }

  get host(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get written(): Asked[] {
    return this.asked.filter(({ method }) => method === 'PUT');
  }

  /** The right answer. */
  readonly answerWell: Answer = ({ method, path, body }, response) => {
    if (method === 'PUT') {
      const isThere = this.kept.has(path);
      if (!isThere) this.kept.set(path, body);
      response.writeHead(isThere ? 412 : 201).end();
    } else response.writeHead(207, { 'content-type': 'text/xml' }).end(this.listOf([...this.kept.values()]));
  };

  listOf(texts: readonly string[]): string {
    const entries = texts.map(
      (text) => `<D:response><C:calendar-data>${text}</C:calendar-data></D:response>`,
    );
    return `<D:multistatus xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">${entries.join('')}</D:multistatus>`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request as AsyncIterable<Buffer>) body += chunk.toString();
    const { method = '', url: path = '', headers } = request;
    const asked = { method, path, body, authorization: headers.authorization };
    this.asked.push(asked);
    (this.answer ?? this.answerWell)(asked, response);
  }
}
