import { IsNumber, IsString, Length, Max, Min } from 'class-validator';
import { IfGiven } from '../../http/index.js';
import { Describe } from '../../http/openapi/index.js';

const MAX_TEXT = 300;
const MAX_NAME = 200;
const MAX_LANGUAGE = 35;
const MIN_SPEED = 0.5;
const MAX_SPEED = 2;

/** Body of `POST /v1/voice-samples`. */
export class VoiceSampleDto {
  @IsString()
  @Length(1, MAX_TEXT)
  @Describe('What is to be said.')
  text!: string;

  @IfGiven()
  @IsString()
  @Length(1, MAX_NAME)
  @Describe(
    'Who speaks, by a name of `GET /v1/providers`. Absent: who speaks for documents that name nobody.',
  )
  provider?: string;

  @IfGiven()
  @IsString()
  @Length(1, MAX_NAME)
  @Describe('A voice of the provider. Absent: its default.')
  voiceId?: string;

  @IfGiven()
  @IsString()
  @Length(1, MAX_NAME)
  @Describe('A model of the provider. Absent: its default.')
  modelId?: string;

  @IfGiven()
  @IsString()
  @Length(1, MAX_LANGUAGE)
  @Describe('Of the text, as a document names it, for example `en-GB`.')
  languageCode?: string;

  @IfGiven()
  @IsNumber()
  @Min(MIN_SPEED)
  @Max(MAX_SPEED)
  @Describe('1 is the voice’s own pace.')
  speed?: number;
}
