import { Type } from 'class-transformer';
import { IsInt, IsString, Max, MaxLength, Min } from 'class-validator';
import { IfGiven } from '../if-given.js';
import { Describe } from '../openapi/index.js';

export const MAX_PAGE = 200;
const DEFAULT_PAGE = 50;
const MAX_CURSOR_LENGTH = 500;

/** `?limit=&cursor=` of a paginated list. */
export function pageQuery({ max, fallback }: { readonly max: number; readonly fallback: number }) {
  class Query {
    @Type(() => Number)
    @IsInt()
    @Min(1)
    @Max(max)
    @Describe('The most to return.')
    limit: number = fallback;

    @IfGiven()
    @IsString()
    @MaxLength(MAX_CURSOR_LENGTH)
    @Describe('The cursor that came with the page before.')
    cursor?: string;
  }
  return Query;
}

export class PageQuery extends pageQuery({ max: MAX_PAGE, fallback: DEFAULT_PAGE }) {}
