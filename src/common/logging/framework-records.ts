import type { LogFn, Logger, LoggerOptions } from 'pino';

/** NestJS logs each module, route and gateway: over a hundred lines at each start. */
const ASSEMBLY = new Set([
  'InstanceLoader',
  'NestApplication',
  'NestFactory',
  'RouterExplorer',
  'RoutesResolver',
  'WebSocketsController',
]);
const INFO = 30;

/** Pino hook that demotes those records to debug; warnings keep their level. */
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
