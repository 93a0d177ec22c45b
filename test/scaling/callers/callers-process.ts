import { cleanup } from 'node-datachannel';
import { sharedClockMs } from '../../../bench/support/shared-clock.js';
import { LifeOfCaller } from './life-of-caller.js';
import type { CallersReport, CallersRequest, Happening } from './messages.js';
import { SdkCaller } from './sdk-caller.js';

/** A share of a test's callers in its own process, driven by the parent's messages. */

/** Concurrent call setups. */
const AT_ONCE = 2;

const callers: SdkCaller[] = [];
const talks: Promise<void>[] = [];
let isOver = false;

const report = (message: CallersReport) => process.send?.(message);

function told(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function callAll({ names, ...how }: Extract<CallersRequest, { kind: 'call' }>): Promise<void> {
  const waiting = [...names];
  const callOneAfterTheOther = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) await callAs(name, how);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, callOneAfterTheOther));
}

async function callAs(
  name: string,
  { target, thinksMs }: Pick<Extract<CallersRequest, { kind: 'call' }>, 'target' | 'thinksMs'>,
): Promise<void> {
  const tell = (happening: Happening) =>
    void report({ kind: 'happened', name, atMs: sharedClockMs(), happening });
  const caller = new SdkCaller(name, target, tell);
  callers.push(caller);
  await caller.start();
  const life = new LifeOfCaller(caller, thinksMs, tell);
  talks.push(life.run(() => isOver).catch((error: unknown) => tell({ kind: 'gave-up', why: told(error) })));
}

process.on('message', (request: CallersRequest) => {
  switch (request.kind) {
    case 'call':
      callAll(request).then(
        () => report({ kind: 'talking' }),
        (error: unknown) => report({ kind: 'failed', why: told(error) }),
      );
      break;
    case 'finish':
      isOver = true;
      void Promise.all(talks).then(() => report({ kind: 'finished' }));
      break;
    case 'hang-up':
      for (const caller of callers) caller.hangUp();
      report({ kind: 'gone' });
  }
});

// The parent may die without notice.
process.on('disconnect', () => {
  cleanup();
  process.exit();
});
