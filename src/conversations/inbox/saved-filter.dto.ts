import { Type } from 'class-transformer';
import { IsDefined, IsObject, ValidateNested } from 'class-validator';
import { IsName } from '../../http/index.js';
import { Describe, dtoSchema } from '../../http/openapi/index.js';
import { ConversationFilter } from '../conversation.dto.js';

const MAX_NAME = 60;

export class SaveFilterDto {
  @IsName(MAX_NAME)
  name!: string;

  @IsDefined()
  @IsObject()
  @ValidateNested()
  @Type(() => ConversationFilter)
  @Describe({
    ...dtoSchema(ConversationFilter),
    description: 'Query parameters of the list of conversations.',
  })
  filter!: ConversationFilter;
}
