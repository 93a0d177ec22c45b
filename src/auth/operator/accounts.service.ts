import { Injectable } from '@nestjs/common';
import { newId } from '../../common/ids/index.js';
import { type Prisma, PrismaService } from '../../common/prisma/index.js';
import type { Account } from '../../generated/prisma/client.js';

/** The accounts of this installation, for the operator. */
@Injectable()
export class Accounts {
  constructor(private readonly prisma: PrismaService) {}

  create(name: string): Promise<Account> {
    return this.prisma.account.create({ data: { id: newId('acc'), name } });
  }

  /** Oldest first. */
  list(): Promise<Account[]> {
    return this.prisma.account.findMany({ orderBy: { createdAt: 'asc' } });
  }

  async nameOf(transaction: Prisma.TransactionClient, id: string): Promise<string> {
    return (await transaction.account.findUniqueOrThrow({ where: { id }, select: { name: true } })).name;
  }

  async has(id: string): Promise<boolean> {
    return (await this.prisma.account.findUnique({ where: { id }, select: { id: true } })) !== null;
  }
}
