import type { AgentDocument } from '../../src/agent-document/index.js';
import { StarterEngines, type StarterEnginesOptions } from '../../src/pipeline/starter/starter-engines.js';
import type { VirtualTime } from './virtual-time.js';

/**
 * Starts engines of the starter agent whose threads and processes a virtual clock waits for.
 * @param agent an agent that they hear
 */
export async function enginesOnVirtualTime(
  time: VirtualTime,
  options: StarterEnginesOptions,
  agent: AgentDocument,
): Promise<StarterEngines> {
  const engines = await time.hold(() => StarterEngines.create(options));
  // Each worker prepares after it has heard what it was sent before. Closed engines refuse.
  time.beforeEachStep(() => engines.prepare(agent).catch(() => undefined));
  const { secondPass } = engines;
  const find = secondPass.find.bind(secondPass);
  secondPass.find = (request) => time.hold(() => find(request));
  return engines;
}
