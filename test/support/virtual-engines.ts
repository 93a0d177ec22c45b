import type { SpeechEngines } from '../../src/engines/local/index.js';
import { StarterEngines, type StarterEnginesOptions } from '../../src/pipeline/starter/starter-engines.js';
import type { VirtualTime } from './virtual-time.js';

/** Starts the starter agent's engines, with a virtual clock that waits for their threads and processes. */
export async function enginesOnVirtualTime(
  time: VirtualTime,
  options: StarterEnginesOptions,
): Promise<StarterEngines> {
  const engines = await time.hold(() => StarterEngines.create(options));
  const { speech } = engines;
  for (const job of ['recognize', 'speak', 'embed'] as const) held(time, speech, job);
  return engines;
}

/** Holds the clock while it runs. */
function held(time: VirtualTime, speech: SpeechEngines, job: 'recognize' | 'speak' | 'embed'): void {
  const work = speech[job].bind(speech) as (...given: unknown[]) => Promise<unknown>;
  Object.assign(speech, { [job]: (...given: unknown[]) => time.hold(() => work(...given)) });
}
