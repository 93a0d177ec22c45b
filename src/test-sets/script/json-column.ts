import type { Prisma } from '../../common/prisma/index.js';

/** A value typed for Prisma's JSON columns, without undefined fields. */
export const jsonObject = (value: object): Prisma.InputJsonObject =>
  JSON.parse(JSON.stringify(value)) as Prisma.InputJsonObject;

export const jsonArray = (value: readonly object[]): Prisma.InputJsonArray =>
  JSON.parse(JSON.stringify(value)) as Prisma.InputJsonArray;
