export { PrismaService } from './prisma.service.js';
export { DatabaseUnavailableError } from './guarded-adapter.js';
export { Prisma } from '../../generated/prisma/client.js';
