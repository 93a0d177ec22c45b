import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Receipts, ReceiverReport, ReceiverRequest } from './receiver.js';

export interface ReceiverProcess {
  readonly healthyPort: number;
  readonly deadPort: number;
  readonly pid: number;
  reset(): Promise<void>;
  report(): Promise<ReceiverReport>;
  receipts(): Promise<Receipts>;
  stop(): void;
}

export async function startReceiverProcess(): Promise<ReceiverProcess> {
  const child = fork(fileURLToPath(new URL('receiver.js', import.meta.url)));
  const [ports] = (await once(child, 'message')) as [{ healthyPort: number; deadPort: number }];
  return {
    ...ports,
    pid: child.pid ?? 0,
    reset: async () => void (await ask(child, 'reset')),
    report: async () => (await ask(child, 'report')) as ReceiverReport,
    receipts: async () => (await ask(child, 'receipts')) as Receipts,
    stop: () => child.disconnect(),
  };
}

async function ask(child: ChildProcess, request: ReceiverRequest): Promise<unknown> {
  child.send(request);
  const [answer] = await once(child, 'message');
  return answer as unknown;
}
