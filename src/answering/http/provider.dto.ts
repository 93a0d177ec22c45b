import { Type } from 'class-transformer';
import {
  IsIn,
  IsInt,
  IsString,
  Length,
  Matches,
  Max,
  Min,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { IfGiven } from '../../http/index.js';
import { Describe } from '../../http/openapi/index.js';
import { PRESETS } from '../../providers/index.js';

const MAX_NAME = 200;
const MAX_URL = 2_000;
const MAX_KEY = 10_000;
const MIN_RATE_HZ = 8_000;
const MAX_RATE_HZ = 48_000;
/** Visible ASCII, because keys are sent in a header. */
const VISIBLE = /^[\x21-\x7e]+$/;
const PRESET_IDS = [...PRESETS.keys()];
const URL_NOTE =
  'Absolute, `https://`, in a public network unless the operator allows others (`ALLOW_PRIVATE_NETWORKS`).';

class ServiceDto {
  @IfGiven()
  @IsString()
  @Length(1, MAX_URL)
  @Describe(`Address of this service alone. ${URL_NOTE}`)
  url?: string;

  @IfGiven()
  @IsString()
  @Length(1, MAX_NAME)
  @Describe('Of agents that name none. Default: the one of the preset, where it has one.')
  model?: string;
}

export class EndToEndServiceDto extends ServiceDto {
  @IfGiven()
  @IsString()
  @Length(1, MAX_NAME)
  @Describe('Of agents that name none. Default: the one of the server.')
  voice?: string;

  @IfGiven()
  @IsIn(['auto', 'ga', 'beta'])
  @Describe('Of a Realtime server; `auto` looks at its first message.')
  dialect?: 'auto' | 'ga' | 'beta';

  @IfGiven()
  @IsString()
  @Length(1, MAX_NAME)
  @Describe('What a Realtime server writes the caller down with.')
  transcriptionModel?: string;
}

export class TranscriptionServiceDto extends ServiceDto {}

export class LanguageModelServiceDto extends ServiceDto {}

export class EmbeddingsServiceDto extends ServiceDto {}

export class SpeechServiceDto extends ServiceDto {
  @IfGiven()
  @IsString()
  @Length(1, MAX_NAME)
  @Describe('Of agents that name none. Default: the one of the preset, where it has one.')
  voice?: string;

  @IfGiven()
  @IsInt()
  @Min(MIN_RATE_HZ)
  @Max(MAX_RATE_HZ)
  @Describe('Rate of the raw PCM that it sends, in hertz. Default: 24000.')
  sampleRateHz?: number;
}

export class ServicesDto {
  @IfGiven()
  @ValidateNested()
  @Type(() => EndToEndServiceDto)
  endToEnd?: EndToEndServiceDto;

  @IfGiven()
  @ValidateNested()
  @Type(() => TranscriptionServiceDto)
  stt?: TranscriptionServiceDto;

  @IfGiven()
  @ValidateNested()
  @Type(() => LanguageModelServiceDto)
  llm?: LanguageModelServiceDto;

  @IfGiven()
  @ValidateNested()
  @Type(() => SpeechServiceDto)
  tts?: SpeechServiceDto;

  @IfGiven()
  @ValidateNested()
  @Type(() => EmbeddingsServiceDto)
  embeddings?: EmbeddingsServiceDto;
}

/** Body of `PUT /v1/providers/{providerName}`. */
export class PutProviderDto {
  @IsIn(PRESET_IDS)
  @Describe(
    'What it is, from the presets of `GET /v1/providers`; `openai-compatible` for any server that speaks these protocols.',
  )
  preset!: string;

  @IfGiven()
  @IsString()
  @Length(1, MAX_URL)
  @Describe(`Base address. Default: the one of the preset, where it has one. ${URL_NOTE}`)
  url?: string;

  @ValidateIf((_dto, value) => value !== undefined && value !== null)
  @Matches(VISIBLE, { message: 'apiKey must have visible ASCII characters and no spaces' })
  @Length(1, MAX_KEY)
  @Describe({
    type: ['string', 'null'],
    description:
      'Never given out again. Absent: the key that there is stays, as long as no address changes. `null`: there is none any more.',
  })
  apiKey?: string | null;

  @IfGiven()
  @ValidateNested()
  @Type(() => ServicesDto)
  @Describe(
    'What it is used for. Default: what it was used for if it is there with this preset, otherwise all that the preset knows a model of.',
  )
  services?: ServicesDto;
}
