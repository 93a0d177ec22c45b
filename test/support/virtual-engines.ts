import type { SpeechEngines } from '../../src/engines/local/index.js';
import { StarterEngines, type StarterEnginesOptions } from '../../src/pipeline/starter/starter-engines.js';
import type { VirtualTime } from './virtual-time.js';

/** Starts engines of the starter agent whose threads and processes a virtual clock waits for. */
export async function enginesOnVirtualTime(
  time: VirtualTime,
  options: StarterEnginesOptions,
): Promise<StarterEngines> {
  const engines = await time.hold(() => StarterEngines.create(options));
  const { speech } = engines;
  for (const job of ['recognise', 'speak', 'embed'] as const) held(time, speech, job);
  return engines;
}

/** The clock stands still as long as it is under way. */
function held(time: VirtualTime, speech: SpeechEngines, job: 'recognise' | 'speak' | 'embed'): void {
  const work = speech[job].bind(speech) as (...given: unknown[]) => Promise<unknown>;
  Object.assign(speech, { [job]: (...given: unknown[]) => time.hold(() => work(...given)) });
}
