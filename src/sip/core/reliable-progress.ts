import { randomInt } from 'node:crypto';
import type { IncomingPrackRequest, OutgoingResponse, Session } from 'sip.js/lib/core/index.js';

/** RFC 3261, 17.1.1.1. */
const T1_MS = 500;
/** RFC 3262, 3: an INVITE is refused without a PRACK for 64 * T1. */
const GIVE_UP_MS = 64 * T1_MS;
const MOST_FIRST_SEQUENCE = 2 ** 31;

/**
 * Sends a provisional response with these headers.
 * @throws Error if it can no longer be sent
 */
type Send = (headers: readonly string[]) => OutgoingResponse & { readonly session: Session };

/** Reliable provisional responses (RFC 3262): numbered and retransmitted until a PRACK, one at a time. */
export class ReliableProgress {
  private sequence = randomInt(1, MOST_FIRST_SEQUENCE);
  private timers: NodeJS.Timeout[] = [];
  private settle: ((isKnown: boolean) => void) | undefined;
  private last: Promise<boolean> = Promise.resolve(true);
  private isOver = false;

  /**
   * @param again Retransmits a response.
   * @param gaveUp Called if no PRACK arrived.
   */
  constructor(
    private readonly again: (text: string) => void,
    private readonly gaveUp: () => void,
  ) {}

  /** Resolves true when the caller acknowledged it, false if that can no longer happen. Never rejects. */
  send(send: Send): Promise<boolean> {
    this.last = this.last.then((isKnown) => isKnown && !this.isOver && this.sendNow(send));
    return this.last;
  }

  /** The invitation was answered, refused or cancelled. */
  stop(): void {
    this.isOver = true;
    this.conclude(false);
  }

  private sendNow(send: Send): Promise<boolean> {
    this.sequence += 1;
    const { message, session } = send(['Require: 100rel', `RSeq: ${this.sequence}`]);
    session.delegate = { ...session.delegate, onPrack: (prack) => this.acknowledged(prack) };
    return new Promise((resolve) => {
      this.settle = resolve;
      const giveUp = setTimeout(() => {
        this.stop();
        this.gaveUp();
      }, GIVE_UP_MS);
      this.timers = [giveUp];
      this.repeat(message, T1_MS);
    });
  }

  private repeat(text: string, pauseMs: number): void {
    const again = () => {
      this.again(text);
      this.repeat(text, pauseMs * 2);
    };
    this.timers = [...this.timers.slice(0, 1), setTimeout(again, pauseMs)];
  }

  /** RFC 3262, 7.2: `RAck` has the number and the INVITE's CSeq. */
  private acknowledged(prack: IncomingPrackRequest): void {
    const [, sequence] =
      /^\s*(\d{1,10})\s+\d{1,10}\s+INVITE\s*$/.exec(prack.message.getHeader('rack') ?? '') ?? [];
    if (Number(sequence) !== this.sequence) return void prack.reject({ statusCode: 481 });
    prack.accept();
    this.conclude(true);
  }

  private conclude(isKnown: boolean): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers = [];
    this.settle?.(isKnown);
    this.settle = undefined;
  }
}
