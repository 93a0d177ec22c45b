import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { LoadResult } from './measure.js';
import type { RowReport, RowRequest } from './row-process.js';

/** A longer row is stuck. */
const MAX_ROW_MS = 180_000;
const END_MS = 5_000;

/** @throws Error when the server could not be started, refused a call, or got stuck. */
export function runRow(request: RowRequest): Promise<LoadResult> {
  // Figures may be NaN, which JSON cannot represent.
  const child = fork(fileURLToPath(new URL('./row-process.js', import.meta.url)), {
    serialization: 'advanced',
  });
  let lastResort: NodeJS.Timeout | undefined;
  const patience = setTimeout(() => {
    child.kill('SIGTERM');
    lastResort = setTimeout(() => child.kill('SIGKILL'), END_MS);
  }, MAX_ROW_MS);
  const outcome = new Promise<LoadResult>((resolve, reject) => {
    child.once('message', (report: RowReport) => {
      if (report.kind === 'measured') resolve(report.result);
      else reject(new Error(report.message));
    });
    child.once('exit', (code, signal) =>
      reject(new Error(`the measuring process ended early (${code ?? signal})`)),
    );
    child.send(request);
  });
  return outcome.finally(() => {
    clearTimeout(patience);
    clearTimeout(lastResort);
  });
}
