import { cleanup } from 'node-datachannel';
import { synthesise } from '../../stand-ins/audio/synthesis.js';
import { TestEars } from '../../support/ears.js';
import { SignalingClient } from '../../support/signaling-client.js';
import { until } from '../../support/until.js';
import { say, startClock, type Answers } from './caller-talk.js';
import { asked, ownWords } from './codebook.js';
import { CALLER_RATE_HZ, encodeSpeech, RtpCaller } from './rtp-caller.js';

/**
 * The callers run in a separate process, since a hundred of them would compete with the service. All calls open before
 * the first caller speaks and stay open until the last reply.
 */

export interface CallOrder {
  readonly token: string;
  readonly mode: string;
  /** The agent's replies contain everything the caller said so far. */
  readonly remembers: boolean;
}

/** The first message to the process. */
interface CallersOrder {
  readonly baseUrl: string;
  /** The caller at this index says the code book's words at that index. */
  readonly calls: readonly CallOrder[];
  /** Delays between the callers' first words. */
  readonly staggerMs: number;
}

export interface CallerReport {
  readonly sessionId: string;
  /** Unexpected frames with which the server ended the call. */
  readonly ended: readonly object[];
  readonly first: Answers;
  readonly second: Answers;
}

/** Reports that all calls are open, and at the end what each caller heard. */
export type CallersMessage =
  { readonly kind: 'open' } | { readonly kind: 'heard'; readonly reports: readonly CallerReport[] };

/** Differs from the agent's voice. */
const CALLER_VOICE = 'rms';
const CONNECT_TIMEOUT_MS = 60_000;
const MOST_OFFERS = 5;
/** Silence as sent by a microphone, which never stops sending. */
const [SILENCE = Buffer.alloc(0)] = encodeSpeech(new Int16Array(320));

interface Speech {
  readonly first: readonly Buffer[];
  readonly second: readonly Buffer[];
}

async function rehearse(count: number): Promise<Speech[]> {
  const speak = async (code: string) =>
    encodeSpeech(await synthesise(asked(code), CALLER_RATE_HZ, CALLER_VOICE));
  return Promise.all(
    Array.from({ length: count }, async (_, caller) => {
      const { first, second } = ownWords(caller);
      return { first: await speak(first), second: await speak(second) };
    }),
  );
}

async function open(baseUrl: string, { token, mode }: CallOrder, caller: RtpCaller) {
  const signaling = await SignalingClient.connect(baseUrl);
  const sdp = await caller.createOffer();
  let answer = await signaling.offer(sdp, token, { mode });
  // A busy machine may refuse with "try again in a moment", and clients retry.
  for (let tries = 1; answer.type !== 'answer' && tries < MOST_OFFERS; tries += 1) {
    answer = await signaling.offer(sdp, token, { mode });
  }
  if (answer.type !== 'answer') throw new Error(`the offer was refused: ${JSON.stringify(answer.data)}`);
  caller.acceptAnswer(String(answer.data?.['sdp']));
  await until('media is connected', () => caller.isConnected, CONNECT_TIMEOUT_MS);
  return { signaling, sessionId: answer.sessionId };
}

async function callAll({ baseUrl, calls, staggerMs }: CallersOrder): Promise<void> {
  const ears = new TestEars();
  const speech = await rehearse(calls.length);

  const callers = calls.map((_, id) => new RtpCaller(id, SILENCE));
  const stopClock = startClock(callers);
  const sessions: Awaited<ReturnType<typeof open>>[] = [];
  for (const [id, order] of calls.entries()) {
    const caller = callers[id];
    if (caller) sessions.push(await open(baseUrl, order, caller));
  }
  tell({ kind: 'open' });

  const reports = await Promise.all(
    callers.map(async (caller, id): Promise<CallerReport> => {
      await new Promise((resolve) => setTimeout(resolve, id * staggerMs));
      const session = sessions[id];
      const own = ownWords(id);
      const wanted = calls[id]?.remembers ? [own.first, own.second] : [own.second];
      const first = await say(caller, speech[id]?.first ?? [], [own.first], ears);
      const second = await say(caller, speech[id]?.second ?? [], wanted, ears);
      const ended =
        session?.signaling.received.filter(({ type }) => type === 'close' || type === 'error') ?? [];
      return { sessionId: session?.sessionId ?? '', ended, first, second };
    }),
  );
  for (const { signaling, sessionId } of sessions) {
    signaling.send({ type: 'close', sessionId });
    signaling.close();
  }
  stopClock();
  for (const caller of callers) caller.close();
  cleanup();
  await ears.close();
  tell({ kind: 'heard', reports });
}

function tell(message: CallersMessage): void {
  process.send?.(message);
}

process.once('message', (order: CallersOrder) => {
  callAll(order).then(
    () => process.disconnect(),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
