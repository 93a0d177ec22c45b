import { IsString, Length, Matches } from 'class-validator';
import { IfGiven } from '../../common/http/index.js';
import { Describe } from '../../common/openapi/index.js';

const MAX_NAME = 200;
/** Not `\p{Cc}`, which client and test generators do not support. */
const NO_CONTROLS = /^[^\u0000-\u001f\u007f-\u009f]*$/;

export class NewDocumentQuery {
  @IsString()
  @Length(1, MAX_NAME)
  @Matches(NO_CONTROLS, { message: 'name must have no control characters' })
  @Describe(
    'What the document is called, for example the name of its file. No two of an agent have one name.',
  )
  name!: string;
}

export class ReplacedDocumentQuery {
  @IfGiven()
  @IsString()
  @Length(1, MAX_NAME)
  @Matches(NO_CONTROLS, { message: 'name must have no control characters' })
  @Describe('Another name.')
  name?: string;
}
