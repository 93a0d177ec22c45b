import type { ChildProcess, Serializable } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setInterval } from 'node:timers/promises';

interface Limits {
  readonly timeoutMs: number;
  /** Processor time. */
  readonly cpuMs: number;
  /** Resident size. Without /proc, the heap limit in the process's Node options must do. */
  readonly memoryBytes: number;
}

type Answer =
  | { readonly kind: 'answered'; readonly answer: unknown }
  | { readonly kind: 'too-slow' | 'too-large' }
  /** `said` is the end of its standard error. */
  | { readonly kind: 'died'; readonly code: unknown; readonly signal: unknown; readonly said: string };

const LOOK_EVERY_MS = 25;
/** Size of a memory page on Linux on all supported machines. */
const PAGE_BYTES = 4_096;
/** Clock tick of times(2) on all supported Linux machines. */
const TICK_MS = 10;
/** Signals that end Node at its heap limit, or the process when the system runs out of memory. */
const MEMORY_SIGNALS: ReadonlySet<unknown> = new Set(['SIGABRT', 'SIGKILL', 'SIGTRAP', 'SIGILL']);
/** SIGABRT as a shell's exit code. */
const ABORTED = 134;
const MAX_SAID = 500;

/**
 * A child process for work on untrusted input, with limits of time and memory for each question. Questions are asked
 * one at a time, and each gets one message as its answer. At a limit the child is killed; the next question starts a
 * new one. A thread will not do: Node ends the whole process if a thread far exceeds its memory limit.
 */
export class LimitedProcess {
  private child: ChildProcess | undefined;
  private said = '';

  constructor(private readonly start: () => ChildProcess) {}

  /** @throws the reason of `gone`, or an error when no process can be started */
  async ask(question: Serializable, limits: Limits, gone?: AbortSignal): Promise<Answer> {
    gone?.throwIfAborted();
    const child = (this.child ??= this.started());
    const settled = new AbortController();
    const { signal } = settled;
    let answer: Answer | undefined;
    try {
      const racers = [
        once(child, 'message', { signal }).then(([answer]): Answer => ({ kind: 'answered', answer })),
        // Not 'exit', which may precede the last message.
        once(child, 'close', { signal }).then(([code, ended]) => this.endOf(code, ended)),
        exceeded(child, limits, signal),
        ...(gone ? [once(gone, 'abort', { signal }).then(() => Promise.reject(gone.reason as Error))] : []),
      ];
      child.send(question);
      answer = await Promise.race(racers);
      return answer;
    } finally {
      settled.abort();
      if (answer?.kind !== 'answered') this.close();
    }
  }

  close(): void {
    this.child?.kill('SIGKILL');
    this.child = undefined;
  }

  private started(): ChildProcess {
    const child = this.start();
    this.said = '';
    child.stderr?.on('data', (text: unknown) => (this.said = `${this.said}${String(text)}`.slice(-MAX_SAID)));
    // Without a listener, a fault between two questions would end this process.
    child.on('error', () => undefined);
    child.once('exit', () => {
      if (this.child === child) this.child = undefined;
    });
    return child;
  }

  private endOf(code: unknown, signal: unknown): Answer {
    if (code === ABORTED || MEMORY_SIGNALS.has(signal)) return { kind: 'too-large' };
    return { kind: 'died', code, signal, said: this.said };
  }
}

/** Resolves once the process exceeds a limit; rejects when `signal` aborts. */
async function exceeded(child: ChildProcess, limits: Limits, signal: AbortSignal): Promise<Answer> {
  const untilMs = performance.now() + limits.timeoutMs;
  const untilCpuMs = cpuMsOf(child) + limits.cpuMs;
  for await (const _ of setInterval(LOOK_EVERY_MS, undefined, { signal })) {
    if (memoryOf(child) > limits.memoryBytes) return { kind: 'too-large' };
    if (performance.now() > untilMs || cpuMsOf(child) > untilCpuMs) return { kind: 'too-slow' };
  }
  throw signal.reason;
}

/** Resident size in bytes (proc(5), statm). */
function memoryOf(child: ChildProcess): number {
  return Number(proc(child, 'statm').split(' ')[1] ?? 0) * PAGE_BYTES;
}

/** Processor time (proc(5), stat). */
function cpuMsOf(child: ChildProcess): number {
  // Skips the command name in brackets.
  const fields = proc(child, 'stat').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * TICK_MS;
}

function proc({ pid }: ChildProcess, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
