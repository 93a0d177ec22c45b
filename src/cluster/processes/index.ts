import { availableParallelism } from 'node:os';
import type { Overrides } from '../../common/config/index.js';
import type { Running } from './running.js';
import { type ProcessPlan, processPlan } from './process-plan.js';
import { ServiceProcesses } from './service-processes.js';

/**
 * Where the service will listen, and with how many processes.
 * @throws ConfigError for an invalid setting, before a database is started
 */
export const checkSettings = (environment: NodeJS.ProcessEnv): ProcessPlan =>
  processPlan(environment, availableParallelism());

/**
 * Runs the service in several processes behind one port. This process loads nothing of the service.
 * @param overrides Constants that a test changes
 * @param say Reports process events.
 * @throws ConfigError for an invalid setting, and any error that prevents the start
 */
export const runProcesses = (
  environment: NodeJS.ProcessEnv,
  overrides: Overrides,
  say: (message: string) => void,
): Promise<Running> =>
  ServiceProcesses.start({
    environment,
    overrides,
    plan: checkSettings(environment),
    cores: availableParallelism(),
    say,
  });
