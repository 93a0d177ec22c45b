/** For tools that read Prisma's configuration, such as editors. Earshot's own commands (`npm run db`) do not. */
export default {
  schema: 'prisma/schema',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env.DATABASE_URL ?? 'postgresql://localhost/none' },
};
