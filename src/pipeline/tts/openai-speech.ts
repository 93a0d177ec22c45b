import type OpenAI from 'openai';

import { PcmReader } from '../../common/audio/index.js';
import { AgentFault } from '../../voice/agent-adapter.js';
import { providerFault } from '../../providers/index.js';
import { openAiClient, openAiFault, type OpenAiServer } from '../../providers/openai-client.js';
import type { SpeechPiece, SpeechRequest, TextToSpeech } from '../stages/index.js';

/** OpenAI's raw PCM. */
const DEFAULT_RATE_HZ = 24_000;

export interface OpenAiSpeechServer extends OpenAiServer {
  readonly voice: string;
  readonly sampleRateHz?: number;
}

/**
 * Text to speech behind an OpenAI-compatible address, streamed as raw PCM (or as WAV by servers that know nothing
 * else).
 */
export class OpenAiSpeech implements TextToSpeech {
  private readonly client: OpenAI;

  constructor(
    private readonly server: OpenAiSpeechServer,
    timeoutMs: number,
  ) {
    this.client = openAiClient(server, timeoutMs);
  }

  async *speak(request: SpeechRequest): AsyncGenerator<SpeechPiece> {
    const reader = new PcmReader(this.server.sampleRateHz ?? DEFAULT_RATE_HZ);
    try {
      yield* reader.pieces(await this.request(request));
    } catch (error) {
      throw openAiFault(error, this.server.messages);
    }
  }

  private async request(request: SpeechRequest): Promise<AsyncIterable<Uint8Array>> {
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
    const type = response.headers.get('content-type') ?? '';
    if (!response.body || /^(text|application\/json)/.test(type)) {
      await response.body?.cancel();
      throw new AgentFault(providerFault.protocol, 'The speech server sent no audio', true);
    }
    request.onUsage?.({ model, characters: request.text.length });
    return response.body;
  }
}
