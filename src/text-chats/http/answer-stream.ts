import { Readable } from 'node:stream';
import { errorEnvelope, toApiError } from '../../common/errors/index.js';
import type { ChatListener } from '../text-chats.service.js';

/** Interval of comments that keep proxies from closing an idle connection. */
const HEARTBEAT_MS = 15_000;

/**
 * An answer as server-sent events (HTML standard, 9.2): `conversation`, one `sentence` each, and `done` with the whole
 * answer, or `error` with an error envelope.
 */
export class AnswerStream extends Readable implements ChatListener {
  private readonly heartbeat = setInterval(() => this.write(':\n\n'), HEARTBEAT_MS).unref();

  constructor(private readonly correlationId: string) {
    super();
  }

  /**
   * Resolves once the conversation is found, so that a refusal is an ordinary error response.
   * @throws What the work throws before it begins.
   */
  static open(
    correlationId: string,
    work: (listener: ChatListener) => Promise<object>,
  ): Promise<AnswerStream> {
    const stream = new AnswerStream(correlationId);
    return new Promise((resolve, reject) => {
      const began = (conversationId: string) => {
        stream.began(conversationId);
        resolve(stream);
      };
      const sentence = (text: string) => stream.sentence(text);
      work({ began, sentence }).then(
        (answer) => {
          resolve(stream);
          stream.finish('done', answer);
        },
        (error: unknown) => {
          reject(error);
          stream.fail(error);
        },
      );
    });
  }

  began(conversationId: string): void {
    this.tell('conversation', { conversationId });
  }

  sentence(text: string): void {
    this.tell('sentence', { text });
  }

  /** Events are pushed. */
  override _read(): void {}

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    clearInterval(this.heartbeat);
    callback(error);
  }

  private fail(error: unknown): void {
    const { code, message } = toApiError(error);
    this.finish('error', errorEnvelope(code, message, this.correlationId));
  }

  private finish(event: string, data: object): void {
    clearInterval(this.heartbeat);
    this.tell(event, data);
    if (!this.destroyed) this.push(null);
  }

  private tell(event: string, data: object): void {
    this.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  private write(text: string): void {
    if (!this.destroyed) this.push(text);
  }
}
