import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsObject,
  IsString,
  Length,
  MaxLength,
  ValidateNested,
} from 'class-validator';
import { changesTo, IfGiven, IsName } from '../../http/index.js';
import { Describe } from '../../http/openapi/index.js';

const MAX_NAME = 200;
/** The highest limit that settings allow. */
const MAX_CONTENT = 1_000_000;
const MAX_ACTIONS = 4_000;
const MAX_QUERIES = 50;
const MAX_QUERY = 300;

export class ExampleQueriesDto {
  @IsArray()
  @ArrayMaxSize(MAX_QUERIES)
  @IsString({ each: true })
  @Length(1, MAX_QUERY, { each: true })
  queries!: string[];
}

export class CreateTopicDto {
  @IsName(MAX_NAME)
  @Describe('What the topic is about, in a few words.')
  name!: string;

  @IfGiven()
  @IsString()
  @MaxLength(MAX_CONTENT)
  @Describe('What the agent knows of it: text or Markdown, up to 20,000 characters.')
  content?: string;

  @IfGiven()
  @IsString()
  @MaxLength(MAX_ACTIONS)
  @Describe('What the agent is to do where the topic applies.')
  actions?: string;

  @IfGiven()
  @IsObject()
  @ValidateNested()
  @Type(() => ExampleQueriesDto)
  @Describe('What callers may ask; the topic is found by it as well.')
  exampleQueries?: ExampleQueriesDto;

  @IfGiven()
  @IsBoolean()
  @Describe('Whether the agent knows it. Default: true.')
  isActive?: boolean;
}

export class UpdateTopicDto extends changesTo(CreateTopicDto) {}
