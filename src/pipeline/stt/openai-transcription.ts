import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type OpenAI from 'openai';

import { AgentFault } from '../../voice/agent-adapter.js';
import { listedLanguage, providerFault, transcriptionLanguages } from '../../providers/index.js';
import { openAiUsage } from '../../providers/openai-usage.js';
import { openAiClient, openAiFault, type OpenAiServer } from '../../providers/openai-client.js';
import {
  STT_RATE_HZ,
  type SpeechToText,
  type Transcript,
  type Transcription,
  type TranscriptionRequest,
} from '../stages/index.js';
import { multipartForm } from './multipart-form.js';
import { wordsWithoutMarks } from './sound-marks.js';
import { wavOf } from './wav.js';
import { WholeTurn } from './whole-turn.js';

/** Many times the JSON of a minute of speech. */
const MAX_ANSWER_BYTES = 256 * 1024;

const Answer = Type.Object({
  text: Type.String({ maxLength: 50_000 }),
  usage: Type.Optional(Type.Unknown()),
});

/** Speech to text from an OpenAI-compatible server, for whole turns. */
export class OpenAiTranscription implements SpeechToText {
  readonly capabilities = { streaming: false };
  private readonly client: OpenAI;

  constructor(
    private readonly server: OpenAiServer,
    timeoutMs: number,
  ) {
    this.client = openAiClient(server, timeoutMs, MAX_ANSWER_BYTES);
  }

  begin(request: TranscriptionRequest): Transcription {
    return new WholeTurn(request, (pieces, signal) => this.transcribe(pieces, request, signal));
  }

  private async transcribe(
    pieces: readonly Int16Array[],
    request: TranscriptionRequest,
    signal: AbortSignal,
  ): Promise<Transcript> {
    const { languageCode, speech } = request.agent;
    const keyphrases = speech?.keyphrases ?? [];
    const model = request.modelId ?? this.server.model;
    try {
      const fields = {
        ...request.options,
        model,
        response_format: 'json',
        ...(keyphrases.length > 0 && { prompt: keyphrases.join(', ') }),
        language: languageCode && listedLanguage(languageCode, transcriptionLanguages(model)),
      };
      const wav = wavOf(pieces, STT_RATE_HZ);
      const file = { field: 'file', name: 'turn.wav', type: 'audio/wav', pieces: wav };
      const { body, contentType } = multipartForm(fields, file);
      const answer: unknown = await this.client.post('/audio/transcriptions', {
        body,
        headers: { 'content-type': contentType },
        signal,
      });
      if (!Value.Check(Answer, answer)) throw noText();
      const audioMs = pieces.reduce((sum, { length }) => sum + length, 0) / (STT_RATE_HZ / 1_000);
      request.onUsage?.({ audioMs, ...openAiUsage(answer.usage), model });
      return { text: wordsWithoutMarks(answer.text) };
    } catch (error) {
      throw openAiFault(error, this.server);
    }
  }
}

const noText = () => new AgentFault(providerFault.protocol, 'The transcription server sent no text', true);
