import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OpenAiStandIn } from '../stand-ins/index.js';
import { until } from './until.js';

/** A model that answers on command and records the order of requests. */
export class HeldModel {
  /** Requesters by the name in the URL, in order. */
  readonly asked: string[] = [];
  private readonly held: (() => Promise<void>)[] = [];
  private isOpen = false;
  private readonly server = createServer((request, response) => this.hold(request, response));

  private constructor(private readonly model: OpenAiStandIn) {}

  /** @param answer The model's reply. */
  static async start(answer: string): Promise<HeldModel> {
    const model = await OpenAiStandIn.start({ brain: () => ({ kind: 'say', text: answer }) });
    const held = new HeldModel(model);
    await new Promise<void>((resolve) => held.server.listen(0, '127.0.0.1', resolve));
    return held;
  }

  /** Base URL for a requester of this name. */
  urlOf(name: string): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/${name}`;
  }

  hasAsked(count: number): Promise<unknown> {
    return until(`${count} requests have come`, () => this.asked.length >= count);
  }

  /** Answers the oldest request. */
  async answerOne(): Promise<void> {
    await this.held.shift()?.();
  }

  /** Answers everything from now on. */
  async open(): Promise<void> {
    this.isOpen = true;
    await Promise.all(this.held.splice(0).map((answer) => answer()));
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
    await this.model.close();
  }

  private hold(request: IncomingMessage, response: ServerResponse): void {
    const [, name = '', ...rest] = (request.url ?? '').split('/');
    this.asked.push(name);
    const path = `/${rest.join('/')}`;
    const answer = () => this.pass(request, path, response).catch(() => void response.destroy());
    if (this.isOpen) void answer();
    else this.held.push(answer);
  }

  private async pass(request: IncomingMessage, path: string, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece);
    const { method = 'POST' } = request;
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${this.model.url}${path}`, { method, headers, body: Buffer.concat(pieces) });
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
    response.end(Buffer.from(await answer.arrayBuffer()));
  }
}
