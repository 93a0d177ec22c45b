import { availableParallelism } from 'node:os';
import type { Running } from '../main.js';
import { type ProcessPlan, planOf } from './process-plan.js';
import { ServiceProcesses } from './service-processes.js';

/**
 * Where the service will listen, and in how many processes.
 * @throws ConfigError for a bad setting, before a database is started for it.
 */
export const checkSettings = (environment: NodeJS.ProcessEnv): ProcessPlan =>
  planOf(environment, availableParallelism());

/**
 * Runs the service in several processes behind one port. It needs nothing of the service in this process.
 * @param say For what happens to the processes.
 * @throws ConfigError for a bad setting, and whatever the service throws that can't be started.
 */
export const runProcesses = (
  environment: NodeJS.ProcessEnv,
  say: (message: string) => void,
): Promise<Running> =>
  ServiceProcesses.start({
    environment,
    plan: checkSettings(environment),
    cores: availableParallelism(),
    say,
  });
