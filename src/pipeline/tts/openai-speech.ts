import type OpenAI from 'openai';

import { openAiClient, openAiFault, type OpenAiServer } from '../../providers/openai-client.js';
import type { SpeechPiece, SpeechRequest, TextToSpeech } from '../stages/index.js';
import { spokenAudio } from './spoken-audio.js';

/** OpenAI's raw PCM. */
const DEFAULT_RATE_HZ = 24_000;

export interface OpenAiSpeechServer extends OpenAiServer {
  readonly voice: string;
  readonly sampleRateHz?: number;
}

/** Text to speech from an OpenAI-compatible server, streamed as raw PCM, or as WAV if the server has nothing else. */
export class OpenAiSpeech implements TextToSpeech {
  private readonly client: OpenAI;

  constructor(
    private readonly server: OpenAiSpeechServer,
    timeoutMs: number,
  ) {
    this.client = openAiClient(server, timeoutMs);
  }

  async *speak(request: SpeechRequest): AsyncGenerator<SpeechPiece> {
    try {
      const { body, headers } = await this.request(request);
      const { sampleRateHz = DEFAULT_RATE_HZ } = this.server;
      if (body) yield* spokenAudio(body, headers.get('content-type'), sampleRateHz);
    } catch (error) {
      throw openAiFault(error, this.server);
    }
  }

  private async request(request: SpeechRequest): Promise<Response> {
    const model = request.modelId ?? this.server.model;
    const response = await this.client.audio.speech.create(
      {
        ...request.options,
        model,
        voice: request.voiceId ?? this.server.voice,
        input: request.text,
        response_format: 'pcm',
        ...(request.speed !== undefined && { speed: request.speed }),
      },
      { signal: request.signal },
    );
    request.onUsage?.({ model, characters: request.text.length });
    return response;
  }
}
