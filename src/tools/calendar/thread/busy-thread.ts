import { parentPort } from 'node:worker_threads';
import { stepBack } from '../../../common/threads/index.js';
import { type BusyQuestion, busyTimes } from '../busy-times.js';

/** Reads calendars in a thread that can be terminated. */
stepBack();
// The library warns of what it cannot read by quoting it.
Object.assign(console, { warn: () => undefined });

parentPort?.on('message', (question: BusyQuestion) => {
  parentPort?.postMessage({ read: busyTimes(question) });
});
parentPort?.postMessage('ready');
