import { ArrayMaxSize, ArrayUnique, IsArray, IsString, Length, Matches } from 'class-validator';
import { NAME } from '../../http/index.js';
import { Describe } from '../../http/openapi/index.js';
import { MOST_TAG_CHARACTERS } from '../conversation.dto.js';

const MOST_TAGS = 20;
const MOST_CHARACTERS = 2_000;

export class CommentDto {
  @IsString()
  @Length(1, MOST_CHARACTERS)
  @Matches(/\S/, {
    message: '$property must have a visible character, like "Ask for the date of birth first."',
  })
  text!: string;
}

export class TagsDto {
  @Matches(NAME, {
    each: true,
    message:
      'each of $property must have a visible character, and none that is invisible, like "New patient"',
  })
  @Length(1, MOST_TAG_CHARACTERS, { each: true })
  @ArrayUnique()
  @ArrayMaxSize(MOST_TAGS)
  @IsArray()
  @Describe('In the order in which they are shown.')
  tags!: string[];
}
