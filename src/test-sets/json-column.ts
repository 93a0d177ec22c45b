import type { Prisma } from '../common/prisma/index.js';

/** A value as Prisma wants JSON columns: without the fields that JSON leaves out. */
export const jsonObject = (value: object): Prisma.InputJsonObject => JSON.parse(JSON.stringify(value));

export const jsonArray = (value: readonly object[]): Prisma.InputJsonArray =>
  JSON.parse(JSON.stringify(value));
