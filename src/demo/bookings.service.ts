import { Injectable } from '@nestjs/common';
import { Value } from '@sinclair/typebox/value';
import { type Prisma, PrismaService } from '../common/prisma/index.js';
import type { DemoBooking } from '../generated/prisma/client.js';
import { type OwnServiceAnswer, type OwnServiceCall, ToolHttp } from '../tools/index.js';
import { hourOf, problemWith, TableWish } from './restaurant.js';

/** The address in documents: `https://bookings.earshot.invalid/tables`. */
const HOST = 'bookings.earshot.invalid';
/** Maximum bookings in a list. */
const MOST_LISTED = 200;

/** The bookings of the demo restaurant, kept per account. */
@Injectable()
export class DemoBookings {
  constructor(
    private readonly prisma: PrismaService,
    http: ToolHttp,
  ) {
    http.serve(HOST, (call) => this.book(call));
  }

  /** Latest first. */
  list(accountId: string): Promise<DemoBooking[]> {
    return this.prisma.demoBooking.findMany({
      where: { accountId },
      orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
      take: MOST_LISTED,
    });
  }

  private async book(call: OwnServiceCall): Promise<OwnServiceAnswer> {
    const { body: wish } = call;
    if (!Value.Check(TableWish, wish)) {
      const problem = Value.Errors(TableWish, wish).First();
      return { status: 400, body: { error: `${problem?.path}: ${problem?.message}` } };
    }
    return await this.prisma.$transaction((transaction) => this.bookIn(transaction, call, wish));
  }

  /** Serialized per day, so that the last table is booked only once. */
  private async bookIn(
    transaction: Prisma.TransactionClient,
    { callId: id, accountId, conversationId }: OwnServiceCall,
    wish: TableWish,
  ): Promise<OwnServiceAnswer> {
    const { people, date, time, name, phone } = wish;
    const day = `demo bookings ${accountId} ${date}`;
    await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtext(${day}))`;
    const made = { status: 201, body: { booked: id } };
    if (await transaction.demoBooking.findUnique({ where: { id } })) return made;
    const taken = new Map<number, number>();
    for (const one of await transaction.demoBooking.findMany({ where: { accountId, date } }))
      taken.set(hourOf(one.time), (taken.get(hourOf(one.time)) ?? 0) + one.people);
    const problem = problemWith(wish, taken);
    if (problem) return { status: 200, body: problem };
    await transaction.demoBooking.create({
      data: { id, accountId, conversationId, date, time, people, name, phone },
    });
    return made;
  }
}
