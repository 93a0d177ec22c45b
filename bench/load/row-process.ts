import { Logger } from '@nestjs/common';
import { type Mode, startEarshot } from './earshot-target.js';
import { startJanus } from './janus-target.js';
import { type LoadPlan, type LoadResult, measure } from './measure.js';

/**
 * One measurement in a process of its own, so that it inherits no memory and no compiled code from the previous one.
 */

export type ServerName = 'Earshot' | 'Janus EchoTest';

export interface RowRequest extends Omit<LoadPlan, 'callersSpeak'> {
  readonly server: ServerName;
  readonly mode: Mode;
}

export type RowReport =
  | { readonly kind: 'measured'; readonly result: LoadResult }
  | { readonly kind: 'failed'; readonly message: string };

// An explicit exit also ends the servers that it started.
process.once('SIGTERM', () => process.exit(1));
process.once('message', (request: RowRequest) => {
  void serve(request);
});

async function serve(request: RowRequest): Promise<void> {
  Logger.overrideLogger(['warn', 'error']);
  let report: RowReport;
  try {
    report = { kind: 'measured', result: await run(request) };
  } catch (error) {
    report = { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
  process.send?.(report, () => process.exit());
}

async function run({ server, mode, ...plan }: RowRequest): Promise<LoadResult> {
  const target = server === 'Earshot' ? await startEarshot(mode) : await startJanus();
  try {
    return await measure(target, { ...plan, callersSpeak: mode !== 'speaking' });
  } finally {
    await target.close();
  }
}
