import type { ProviderOptions } from '../../agent-document/index.js';
import { AgentFault } from '../../voice/agent-adapter.js';
import type { LeanResponse, Outbound } from '../../safe-http/index.js';
import {
  failureText,
  type MessageCounter,
  providerFault,
  providerFetch,
  wordsWithStatus,
} from '../../providers/index.js';
import type { SpeechPiece, SpeechRequest, TextToSpeech, VoiceAbilities } from '../stages/index.js';
import { spokenAudio } from './spoken-audio.js';

/** A service that returns speech in the response to one request. */
export interface SpeechService {
  readonly url: string;
  readonly apiKey: string;
  readonly model: string;
  readonly voice: string;
  readonly messages: MessageCounter;
  /** Guarded connections, for a server address chosen by an account. */
  readonly outbound?: Outbound;
}

/** The sentence, with defaults for everything that the document leaves open. */
interface Utterance {
  readonly text: string;
  readonly model: string;
  readonly voice: string;
  readonly languageCode: string | undefined;
  readonly speed: number | undefined;
}

/** The request format of a service. */
export interface SpeechProtocol {
  /** Rate of the requested raw 16-bit PCM, in hertz. */
  readonly sampleRateHz: number;
  /** Appended to the base address. */
  path(utterance: Utterance): string;
  headers(apiKey: string): Readonly<Record<string, string>>;
  body(utterance: Utterance): object;
  /** Absent if it takes any text, and no phonemes. */
  abilities?(model: string): VoiceAbilities;
  /** Billed characters as reported by the service; absent if it reports none. */
  charactersOf?(headers: Headers): number | undefined;
}

/** Text to speech over HTTP: one request per sentence, played while it is being synthesized. */
export class StreamedSpeech implements TextToSpeech {
  constructor(
    private readonly protocol: SpeechProtocol,
    private readonly service: SpeechService,
    /** Until the response begins. */
    private readonly timeoutMs: number,
  ) {}

  abilities(modelId: string | undefined): VoiceAbilities {
    return this.protocol.abilities?.(modelId ?? this.service.model) ?? {};
  }

  async *speak(request: SpeechRequest): AsyncGenerator<SpeechPiece> {
    const { body, headers } = await this.request(request);
    try {
      yield* spokenAudio(body, headers.get('content-type'), this.protocol.sampleRateHz);
    } catch (cause) {
      if (!(cause instanceof AgentFault))
        throw new AgentFault(providerFault.lost, 'The connection to the service broke', true, { cause });
      this.service.messages.malformed();
      throw cause;
    }
  }

  private async request(request: SpeechRequest): Promise<LeanResponse> {
    const response = await this.send(request);
    if (response.ok) {
      const characters = this.protocol.charactersOf?.(response.headers) ?? request.text.length;
      request.onUsage?.({ model: request.modelId ?? this.service.model, characters });
      return response;
    }
    throw refusal(
      response,
      wordsWithStatus(response.status, await failureText(response.body), [this.service.apiKey]),
    );
  }

  private async send({
    text,
    modelId,
    voiceId,
    languageCode,
    speed,
    options,
    signal,
  }: SpeechRequest): Promise<LeanResponse> {
    const { url, apiKey, model, voice, outbound } = this.service;
    const utterance = { text, model: modelId ?? model, voice: voiceId ?? voice, languageCode, speed };
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), this.timeoutMs);
    try {
      return await providerFetch(outbound)(`${url.replace(/\/+$/, '')}${this.protocol.path(utterance)}`, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'content-type': 'application/json', ...this.protocol.headers(apiKey) },
        body: JSON.stringify(merged(options, this.protocol.body(utterance))),
        signal: AbortSignal.any([signal, late.signal]),
      });
    } catch (cause) {
      if (late.signal.aborted) throw new AgentFault(providerFault.timeout, 'The service took too long', true);
      throw new AgentFault(providerFault.unreachable, 'The service cannot be reached', true, { cause });
    } finally {
      clearTimeout(timer);
    }
  }
}

function refusal({ status }: LeanResponse, detail: string): AgentFault {
  if (status >= 500)
    return new AgentFault(providerFault.error, `The service failed with status ${status}`, true, {
      status,
      detail,
    });
  const message = `The service refused with status ${status}`;
  return new AgentFault(providerFault.refused, message, status === 429, { status, detail });
}

/** Groups in both (a voice's settings, with its speed) are merged; the protocol's values take precedence. */
function merged(options: ProviderOptions = {}, body: object): object {
  const joined = Object.entries(body).map(([name, value]: [string, unknown]) => {
    const wanted = options[name];
    return [name, isGroup(wanted) && isGroup(value) ? { ...wanted, ...value } : value] as const;
  });
  return { ...options, ...Object.fromEntries(joined) };
}

const isGroup = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
