import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AgentTool } from '../../../src/agent-document/index.js';

interface Booking {
  readonly id: string;
  readonly day: string;
  readonly guest: string;
}

/** A service that books and cancels tables, and does nothing twice for one `Idempotency-Key`. */
export class BookingDesk {
  readonly booked: Booking[] = [];
  /** Ids of cancelled bookings, in order. */
  readonly cancelled: string[] = [];
  /** Bookings that were cancelled although they did not exist. */
  readonly strange: string[] = [];
  /** Days on which no table is free. */
  readonly full = new Set<string>();
  /** How long an answer takes. */
  delayMs = 0;
  /** Paths of all requests, with repeated ones. */
  readonly requests: string[] = [];
  private readonly answers = new Map<string, string>();
  private readonly server: Server;

  private constructor() {
    this.server = createServer((request, response) => void this.take(request, response));
  }

  static async start(): Promise<BookingDesk> {
    const desk = new BookingDesk();
    await new Promise<void>((resolve) => desk.server.listen(0, '127.0.0.1', resolve));
    return desk;
  }

  /** Days of a guest's bookings that stand. */
  daysOf(guest = ''): string[] {
    return this.booked
      .filter((one) => one.guest === guest && !this.cancelled.includes(one.id))
      .map(({ day }) => day);
  }

  /** The tools of an agent that uses it. @param order Of undoing and booking anew. */
  tools(order?: 'after' | 'before'): AgentTool[] {
    const { port } = this.server.address() as AddressInfo;
    const at = (path: string) => ({
      method: 'POST' as const,
      url: `http://127.0.0.1:${port}/${path}`,
      repeatable: true,
    });
    const text = { type: 'string' };
    return [
      {
        name: 'book_table',
        description: 'Books a table.',
        parameters: { type: 'object', properties: { day: text, guest: text }, required: ['day'] },
        http: at('tables'),
        undo: {
          tool: 'cancel_table',
          arguments: { id: '{{result.booking.id}}', reason: 'instead of {{arguments.day}}' },
          ...(order && { order }),
        },
      },
      {
        name: 'cancel_table',
        description: 'Cancels a table.',
        parameters: { type: 'object', properties: { id: text, reason: text }, required: ['id'] },
        http: at('cancellations'),
      },
    ];
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const given = JSON.parse(await textOf(request)) as { day?: string; guest?: string; id?: string };
    const key = String(request.headers['idempotency-key']);
    this.requests.push(request.url ?? '');
    const answer = this.answers.get(key) ?? this.act(request.url ?? '', given);
    this.answers.set(key, answer);
    setTimeout(() => response.end(answer), this.delayMs);
  }

  private act(path: string, { day = '', guest = '', id = '' }: Partial<Booking>): string {
    if (path === '/cancellations') {
      const stands = this.booked.some((one) => one.id === id) && !this.cancelled.includes(id);
      (stands ? this.cancelled : this.strange).push(id);
      return JSON.stringify({ ok: stands });
    }
    if (this.full.has(day)) return JSON.stringify({ ok: false, reason: 'full' });
    const booking = { id: `B${this.booked.length + 1}`, day, guest };
    this.booked.push(booking);
    return JSON.stringify({ ok: true, booking });
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}
