import { type ClientOptions, WebSocket } from 'ws';

import type { Outbound } from '../../safe-http/index.js';
import { AgentFault } from '../../voice/agent-adapter.js';
import {
  CallerBacklog,
  type MessageCounter,
  parsed,
  providerFault,
  providerWords,
} from '../../providers/index.js';
import {
  STT_RATE_HZ,
  type SpeechToText,
  type Transcript,
  type Transcription,
  type TranscriptionRequest,
} from '../stages/index.js';
import { fault, faultAtConnect, silent } from './deepgram-faults.js';
import { isError, kindOf, readResult } from './deepgram-messages.js';
import { languageOf, queryOf, deepgramUrl } from './deepgram-query.js';
import { wordsWithoutMarks } from './sound-marks.js';

/** Caller audio buffered until the connection is open. A slower connection loses the beginning. */
const MAX_WAITING_MS = 2_000;

/**
 * Limits the messages of one turn relative to the audio that was sent; real servers send a few per second. A limit per
 * turn alone would miss a flood during a short turn.
 */
const MAX_RESULTS = { atOnce: 100, perSecond: 50 } as const;

/**
 * Extra silence before the final words are requested: `Finalize` within a word with a gap between its sounds would
 * split it.
 */
const ASK_AFTER_MS = 100;

/**
 * Longest wait for a response to `Finalize`: none is guaranteed if almost nothing is left to transcribe
 * (https://developers.deepgram.com/docs/finalize).
 */
const ANSWERS_WITHIN_MS = 1_000;
/**
 * Some servers respond with final words that are not marked as the response. More of them follow soon, or not at all.
 */
const MORE_WORDS_WITHIN_MS = 250;

const DEEPGRAM_URL = 'wss://api.deepgram.com';

/** Largest message accepted. A larger one closes the connection. */
const MAX_MESSAGE_BYTES = 1024 * 1024;

/** Models with keyterm prompting; older ones use keywords (https://developers.deepgram.com/docs/keyterm). */
const TAKES_KEYTERMS = /^(nova-3|flux)/;

export interface DeepgramServer {
  readonly url: string | undefined;
  readonly apiKey: string;
  readonly model: string;
  readonly messages: MessageCounter;
  /** Guarded connections, for a server address chosen by an account. */
  readonly outbound?: Outbound;
}

/** Deepgram's streaming speech to text: one connection per turn, opened when the caller starts to speak. */
export class DeepgramTranscription implements SpeechToText {
  readonly capabilities = { streaming: true };

  constructor(
    private readonly server: DeepgramServer,
    private readonly timeoutMs: number,
  ) {}

  begin(request: TranscriptionRequest): Transcription {
    const { url: base = DEEPGRAM_URL, apiKey, outbound } = this.server;
    const model = request.modelId ?? this.server.model;
    const url = deepgramUrl(base, {
      model,
      encoding: 'linear16',
      sample_rate: STT_RATE_HZ,
      channels: 1,
      interim_results: true,
      punctuate: true,
      ...languageOf(request.agent, model),
      ...queryOf(request.options),
      [TAKES_KEYTERMS.test(model) ? 'keyterm' : 'keywords']: request.agent.speech?.keyphrases,
    });
    const options: ClientOptions = {
      headers: { authorization: `Token ${apiKey}` },
      handshakeTimeout: this.timeoutMs,
      maxPayload: MAX_MESSAGE_BYTES,
      perMessageDeflate: false,
      ...(outbound && { agent: outbound.socketAgent(base) }),
    };
    return new DeepgramTurn(() => new WebSocket(url, options), request, this.server, model);
  }
}

class DeepgramTurn implements Transcription {
  private readonly waiting = new CallerBacklog(STT_RATE_HZ, MAX_WAITING_MS);
  private readonly outcome: Promise<Transcript>;
  private settle:
    | { readonly resolve: (heard: Transcript) => void; readonly reject: (fault: AgentFault) => void }
    | undefined;
  private readonly socket: WebSocket;
  private open = false;
  private ending = false;
  private over = false;
  /** Final words. */
  private text = '';
  /** Final words, followed by interim ones. */
  private soFar = '';
  private results = 0;
  private sentSamples = 0;
  /** When `Finalize` was sent for the current audio; undefined if more was said since. */
  private askedAtMs: number | undefined;
  private answered = false;
  private heardSinceAsked = false;
  private asking: NodeJS.Timeout | undefined;
  /** The pending response covers only speech from before the caller continued. */
  private ignoresAnswer = false;
  /** The server's error message, before it disconnects. */
  private told: string | undefined;

  constructor(
    connect: () => WebSocket,
    private readonly request: TranscriptionRequest,
    private readonly server: DeepgramServer,
    private readonly model: string,
  ) {
    this.outcome = new Promise((resolve, reject) => (this.settle = { resolve, reject }));
    this.outcome.catch(() => undefined);
    this.socket = this.listenTo(connect());
  }

  push(samples: Int16Array): void {
    if (this.over) return;
    if (!this.open) return this.waiting.add(samples);
    this.send(samples.slice());
  }

  /** Gets all words within the silence that may end the turn. */
  anticipate(): void {
    clearTimeout(this.asking);
    this.asking = setTimeout(() => {
      if (this.open && !this.over && this.askedAtMs === undefined) this.ask();
    }, ASK_AFTER_MS).unref();
  }

  goOn(): void {
    clearTimeout(this.asking);
    const { askedAtMs } = this;
    if (askedAtMs === undefined) return;
    this.ignoresAnswer = !this.answered && performance.now() - askedAtMs < ANSWERS_WITHIN_MS;
    this.askedAtMs = undefined;
  }

  async end(): Promise<Transcript> {
    this.ending = true;
    clearTimeout(this.asking);
    const { askedAtMs } = this;
    if (askedAtMs === undefined) {
      if (this.open && !this.over) this.ask();
    } else if (this.answered) this.resolve();
    else this.resolveWithin(ANSWERS_WITHIN_MS - (performance.now() - askedAtMs));
    return await this.outcome;
  }

  cancel(): void {
    this.finish();
  }

  private ask(): void {
    this.askedAtMs = performance.now();
    this.answered = false;
    this.heardSinceAsked = false;
    this.socket.send(JSON.stringify({ type: 'Finalize' }));
    if (this.ending) this.resolveWithin(ANSWERS_WITHIN_MS);
  }

  /** Without a response, the known words are the result; a server without any has heard none. */
  private resolveWithin(ms: number): void {
    clearTimeout(this.asking);
    this.asking = setTimeout(
      () => {
        if (this.soFar === '' && !this.heardSinceAsked) this.fail(silent());
        else this.resolve();
      },
      Math.max(0, ms),
    ).unref();
  }

  private resolve(): void {
    if (this.over) return;
    this.settle?.resolve({ text: this.soFar });
    this.finish();
  }

  private listenTo(socket: WebSocket): WebSocket {
    socket.on('open', () => this.opened());
    socket.on('message', (data) => this.receive(data as Buffer));
    socket.on('error', (error) => {
      this.fail(this.open ? fault(providerFault.lost, error) : faultAtConnect(error));
    });
    socket.on('close', (_code, reason) => {
      if (this.ending && this.soFar !== '') return this.resolve();
      const detail = this.told ?? providerWords(reason.toString(), [this.server.apiKey]);
      this.fail(new AgentFault(providerFault.lost, 'Deepgram hung up', true, { detail }));
    });
    return socket;
  }

  private opened(): void {
    if (this.over) return;
    this.open = true;
    for (const samples of this.waiting.take()) this.send(samples);
    if (this.ending) this.ask();
  }

  private receive(data: Buffer): void {
    if (this.over) return;
    this.heardSinceAsked = true;
    if (++this.results > MAX_RESULTS.atOnce + MAX_RESULTS.perSecond * (this.sentSamples / STT_RATE_HZ)) {
      return this.fail(new AgentFault(providerFault.flood, 'Deepgram sends too much', true));
    }
    const message = parsed(data.toString());
    const result = readResult(message);
    if (!result) return this.misunderstood(message);
    const words = wordsWithoutMarks(result.words);
    const { isFinal, isAnswer } = result;
    const soFar = `${this.text} ${words}`.trim();
    this.soFar = soFar;
    if (isFinal) this.text = soFar;
    // Deepgram finalizes words as soon as it hears a silence after them, so the response to `Finalize` may be empty.
    if (words !== '' || (isAnswer && soFar !== '')) this.request.onWords({ text: soFar, settled: isFinal });
    if (isAnswer) this.finalized();
    else if (isFinal && words !== '' && this.ending) this.resolveWithin(MORE_WORDS_WITHIN_MS);
  }

  private finalized(): void {
    if (this.ignoresAnswer) {
      this.ignoresAnswer = false;
      return;
    }
    this.answered = true;
    if (this.ending) this.resolve();
  }

  private misunderstood(message: unknown): void {
    const kind = kindOf(message);
    if (isError(message)) this.told = providerWords(message, [this.server.apiKey]);
    else if (kind !== undefined) this.server.messages.ignored(kind);
    else this.server.messages.malformed();
  }

  private fail(fault: AgentFault): void {
    if (this.over) return;
    this.settle?.reject(fault);
    this.finish();
  }

  private send(samples: Int16Array): void {
    this.sentSamples += samples.length;
    this.socket.send(samples);
  }

  private finish(): void {
    if (!this.over && this.sentSamples > 0) {
      this.request.onUsage?.({ model: this.model, audioMs: this.sentSamples / (STT_RATE_HZ / 1_000) });
    }
    this.over = true;
    clearTimeout(this.asking);
    this.waiting.take();
    this.socket.close();
  }
}
