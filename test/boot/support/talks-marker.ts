import os from 'node:os';
import path from 'node:path';

/** A file that all suites of one run of Jest name alike. */
export const SECOND_IS_THERE = path.join(os.tmpdir(), `earshot-talks-${process.ppid}`);
