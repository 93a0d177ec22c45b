import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsString, Length, Matches, ValidateNested } from 'class-validator';
import { IfGiven } from '../http/index.js';
import { Describe } from '../http/openapi/index.js';

const MAX_URL = 500;

export class ReadWebsiteDto {
  @IsString()
  @Length(4, MAX_URL)
  @Matches(/^(?:https?:\/\/)?[^\s/:?#@]+\.[^\s@]+$/i, {
    message: 'url must be an address such as example.com or https://example.com/contact',
  })
  @Describe('The address of the website; `https://` may be left out.')
  url!: string;
}

class PageDto {
  @IsString()
  @Length(1, 2_048)
  url!: string;

  @IsString()
  @Length(1, 500)
  title!: string;

  @IsString()
  @Length(1, 50_000)
  text!: string;
}

export class SuggestAgentDto {
  @IsString()
  @Length(3, 1_000)
  @Describe('Whom the agent is for, and what it should do.')
  description!: string;

  @IfGiven()
  @IsArray()
  @ArrayMaxSize(8)
  @ValidateNested({ each: true })
  @Type(() => PageDto)
  @Describe('Pages from which it may take facts, as `POST /v1/website-pages` returns them.')
  pages?: PageDto[];
}
