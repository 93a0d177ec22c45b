import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ReceiverReport, ReceiverRequest } from './receiver.js';

export interface ReceiverProcess {
  readonly healthyPort: number;
  readonly deadPort: number;
  reset(): Promise<void>;
  report(): Promise<ReceiverReport>;
  stop(): void;
}

export async function startReceiverProcess(): Promise<ReceiverProcess> {
  const child = fork(fileURLToPath(new URL('receiver.js', import.meta.url)));
  const [ports] = (await once(child, 'message')) as [{ healthyPort: number; deadPort: number }];
  return {
    ...ports,
    reset: async () => void (await ask(child, 'reset')),
    report: async () => (await ask(child, 'report')) as ReceiverReport,
    stop: () => child.disconnect(),
  };
}

async function ask(child: ChildProcess, request: ReceiverRequest): Promise<unknown> {
  child.send(request);
  const [answer] = await once(child, 'message');
  return answer as unknown;
}
