import { Injectable } from '@nestjs/common';
import { recordChange } from '../../audit/index.js';
import type { Actor, Principal } from '../../common/access/index.js';
import { conflict, notFound } from '../../common/errors/index.js';
import { newId } from '../../common/ids/index.js';
import { type Prisma, PrismaService } from '../../common/prisma/index.js';
import type { SavedFilter } from '../../generated/prisma/client.js';
import type { ConversationFilter } from '../conversation.dto.js';
import type { SavedFilterView } from './saved-filter.schema.js';

/** A few more if they are saved at once. */
export const MOST_FILTERS = 50;

@Injectable()
export class SavedFiltersService {
  constructor(private readonly prisma: PrismaService) {}

  /** In the order in which they were first saved. */
  list({ accountId }: Principal): Promise<SavedFilter[]> {
    return this.prisma.savedFilter.findMany({
      where: { accountId },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    });
  }

  /** @throws ApiError 409 `SAVED_FILTER_LIMIT_REACHED` */
  async save(actor: Actor, name: string, filter: ConversationFilter): Promise<SavedFilter> {
    const { accountId } = actor;
    const json = JSON.parse(JSON.stringify(filter)) as Prisma.InputJsonObject;
    return this.prisma.$transaction(async (transaction) => {
      const others = await transaction.savedFilter.count({ where: { accountId, name: { not: name } } });
      if (others >= MOST_FILTERS) {
        throw conflict(
          'SAVED_FILTER_LIMIT_REACHED',
          `An account has ${MOST_FILTERS} saved filters at most: delete one first.`,
        );
      }
      const saved = await transaction.savedFilter.upsert({
        where: { accountId_name: { accountId, name } },
        create: { id: newId('sfl'), accountId, name, filter: json },
        update: { filter: json },
      });
      await recordChange(transaction, actor, { action: 'filter.put', resourceId: saved.id });
      return saved;
    });
  }

  /** @throws ApiError 404 `SAVED_FILTER_NOT_FOUND` */
  async delete(actor: Actor, id: string): Promise<void> {
    await this.prisma.$transaction(async (transaction) => {
      const { count } = await transaction.savedFilter.deleteMany({
        where: { id, accountId: actor.accountId },
      });
      if (count === 0) throw notFound('SAVED_FILTER_NOT_FOUND', 'No such filter.');
      await recordChange(transaction, actor, { action: 'filter.delete', resourceId: id });
    });
  }
}

/** Only a checked filter is stored. */
export const savedFilterView = ({ id, name, filter }: SavedFilter): SavedFilterView => ({
  id,
  name,
  filter: { ...(filter as object) },
});
