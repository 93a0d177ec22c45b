export { PrismaService } from './prisma.service.js';
export { DatabaseUnavailableError, stateOf } from './database-faults.js';
export type { PreparedStatement } from './prepared-statement.js';
export { Prisma } from '../../generated/prisma/client.js';
