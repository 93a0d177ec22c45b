import { IfGiven, IsName } from '../../http/index.js';
import { Describe } from '../../http/openapi/index.js';

const MAX_NAME = 200;

export class NewDocumentQuery {
  @IsName(MAX_NAME)
  @Describe(
    'What the document is called, for example the name of its file. No two of an agent have one name.',
  )
  name!: string;
}

export class ReplacedDocumentQuery {
  @IfGiven()
  @IsName(MAX_NAME)
  @Describe('Another name.')
  name?: string;
}
