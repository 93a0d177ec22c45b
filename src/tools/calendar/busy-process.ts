import { stepBack } from '../../common/threads/index.js';
import { type BusyQuestion, busyTimes } from './busy-times.js';

// Reads answers of calendars in a process that may be killed at any moment.
stepBack();
// The library warns of what it cannot read by quoting it.
Object.assign(console, { warn: () => undefined });

process.on('message', (question: BusyQuestion) => {
  process.send?.({ read: busyTimes(question) });
});
