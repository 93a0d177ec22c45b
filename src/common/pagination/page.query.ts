import { Transform } from 'class-transformer';
import { IsInt, IsString, Max, MaxLength, Min } from 'class-validator';
import { IfGiven } from '../http/if-given.js';
import { Describe } from '../openapi/index.js';

export const MAX_PAGE = 200;
const DEFAULT_PAGE = 50;
const MAX_CURSOR_LENGTH = 500;

/** A number in a query string; anything else fails validation. */
const toNumber = ({ value }: { value: unknown }): unknown =>
  typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;

/** `?limit=&cursor=` of every list that can grow. */
export class PageQuery {
  @Transform(toNumber)
  @IsInt()
  @Min(1)
  @Max(MAX_PAGE)
  @Describe('How many to give at the most.')
  limit: number = DEFAULT_PAGE;

  @IfGiven()
  @IsString()
  @MaxLength(MAX_CURSOR_LENGTH)
  @Describe('The `nextCursor` of the page before.')
  cursor?: string;
}
