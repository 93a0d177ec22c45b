import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Actor, CurrentActor, CurrentPrincipal, type Principal } from '../../common/access/index.js';
import { Operation } from '../../http/openapi/index.js';
import { SaveFilterDto } from './saved-filter.dto.js';
import { SAVED_FILTER_EXAMPLE, SavedFilterListSchema, SavedFilterSchema } from './saved-filter.schema.js';
import { MOST_FILTERS, SavedFiltersService, savedFilterView } from './saved-filters.service.js';

/** Named filters of the list of conversations. */
@ApiTags('Conversations')
@Controller('v1/saved-filters')
export class SavedFiltersController {
  constructor(private readonly filters: SavedFiltersService) {}

  @Get()
  @Operation({
    summary: 'List the saved filters of conversations',
    scope: 'conversations:read',
    response: { schema: SavedFilterListSchema, example: { savedFilters: [SAVED_FILTER_EXAMPLE] } },
  })
  async list(@CurrentPrincipal() principal: Principal) {
    return { savedFilters: (await this.filters.list(principal)).map(savedFilterView) };
  }

  @Post()
  @Operation({
    summary: 'Save a filter of conversations',
    description: 'For all people of the account. A name that is taken gets the new filter.',
    scope: 'conversations:write',
    status: 201,
    body: {
      dto: SaveFilterDto,
      example: { name: 'Failed this week', filter: { outcome: 'failed', days: 7 } },
    },
    response: { schema: SavedFilterSchema, example: SAVED_FILTER_EXAMPLE },
    errors: {
      409: {
        SAVED_FILTER_LIMIT_REACHED: `An account has ${MOST_FILTERS} saved filters at most: delete one first.`,
      },
    },
  })
  async save(@CurrentActor() actor: Actor, @Body() { name, filter }: SaveFilterDto) {
    return savedFilterView(await this.filters.save(actor, name, filter));
  }

  @Delete(':filterId')
  @Operation({
    summary: 'Delete a saved filter',
    scope: 'conversations:write',
    errors: { 404: { SAVED_FILTER_NOT_FOUND: 'No such filter.' } },
  })
  async delete(@CurrentActor() actor: Actor, @Param('filterId') id: string): Promise<void> {
    await this.filters.delete(actor, id);
  }
}
