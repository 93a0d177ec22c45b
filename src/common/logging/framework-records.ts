import type { LogFn, Logger, LoggerOptions } from 'pino';

/**
 * What NestJS says of itself, and of each module, route and gateway that it puts together: over a hundred lines at
 * each start.
 */
const ASSEMBLY = new Set([
  'InstanceLoader',
  'NestApplication',
  'NestFactory',
  'RouterExplorer',
  'RoutesResolver',
  'WebSocketsController',
]);
const INFO = 30;

/**
 * Pino's hook that makes those records debug ones, so that a start shows what its reader needs; warnings stay what
 * they are.
 */
export const quietAssembly: NonNullable<LoggerOptions['hooks']>['logMethod'] = function (
  this: Logger,
  record: Parameters<LogFn>,
  log: LogFn,
  level: number,
) {
  const [fields] = record as unknown[];
  const isAssembly =
    level === INFO &&
    typeof fields === 'object' &&
    fields !== null &&
    'context' in fields &&
    ASSEMBLY.has(String(fields.context));
  if (isAssembly) this.debug(...record);
  else log.apply(this, record);
};
