import { Body, Controller, Post, StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Actor, CurrentActor } from '../../common/access/index.js';
import { Operation } from '../../http/openapi/index.js';
import { VoiceSamples } from '../voice-samples.js';
import { VoiceSampleDto } from './voice-sample.dto.js';

const WAV = 'audio/wav';
const binary = { schema: { type: 'string', format: 'binary' } } as const;

@ApiTags('Providers')
@Controller('v1/voice-samples')
export class VoiceSamplesController {
  constructor(private readonly samples: VoiceSamples) {}

  @Post()
  @Operation({
    id: 'voice-samples.speak',
    summary: 'Hear a voice say something',
    description:
      'A WAV file of mono 16-bit PCM at the rate of the provider. It is a real request, which the provider may charge for; an account may ' +
      'make as many of them as its quota voiceSamplesPerMinute says.',
    scope: 'agents:write',
    limits: { agents: 'any', environments: 'any' },
    status: 200,
    body: { dto: VoiceSampleDto, example: { text: 'Good day, how can I help you?', provider: 'starter' } },
    otherResponses: [{ status: 200, description: 'The speech.', content: { [WAV]: binary } }],
    errors: {
      400: { SCHEMA_VALIDATION_FAILED: 'text must have something that the voice can speak' },
      404: { PROVIDER_NOT_FOUND: 'No such provider.' },
      502: {
        AGENT_FAILURE:
          'The voice could not be heard (PROVIDER_TIMEOUT): The provider did not respond in time.',
      },
    },
  })
  async speak(@CurrentActor() { accountId }: Actor, @Body() body: VoiceSampleDto): Promise<StreamableFile> {
    return new StreamableFile(await this.samples.speak(accountId, body), { type: WAV });
  }
}
