import { readFileSync } from 'node:fs';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { ChildProcess } from 'node:child_process';
import { PinoLogger } from 'nestjs-pino';
import { AppConfig } from '../../../common/config/index.js';
import { ApiError } from '../../../common/errors/index.js';
import { FairQueue } from '../../../common/fair-shares/index.js';
import type { FileBody } from '../../../http/index.js';
import { AccountQuotas, AccountRefusals, quotaLimit } from '../../../quotas/index.js';
import { startProcess } from '../../../common/threads/index.js';
import type { FileRead } from './reading-messages.js';

const MIB = 1024 * 1024;
const LOOK_EVERY_MS = 25;
/** Each may take KNOWLEDGE_DOCUMENT_MAX_BYTES of memory. */
const DOCUMENTS_AT_ONCE = 16;
const READ_TIMEOUT_MS = 20_000;
const MAX_CHARACTERS = 1_000_000;
/** Size of a memory page on Linux on all supported machines. */
const PAGE_BYTES = 4_096;
const RETRY_AFTER_SECONDS = 5;
/** A small file that takes long is hostile: the smallest files get this share of the time limit as processor time. */
const LEAST_CPU_SHARE = 1 / 4;
/** Clock tick of times(2) on all supported Linux machines. */
const TICK_MS = 10;

const notInTime = () =>
  new ApiError(422, 'DOCUMENT_UNREADABLE', 'The document takes too long to read. Split it, or simplify it.');
const tooLarge = () =>
  new ApiError(422, 'DOCUMENT_UNREADABLE', 'The document needs too much memory to be read. Split it.');
const notRead = () =>
  new ApiError(422, 'DOCUMENT_UNREADABLE', 'The document could not be read. Send it as plain text.');

/** Signals that end Node at its heap limit, or the process when the system runs out of memory. */
const MEMORY_SIGNALS: ReadonlySet<unknown> = new Set(['SIGABRT', 'SIGKILL', 'SIGTRAP', 'SIGILL']);
/** SIGABRT as a shell's exit code. */
const ABORTED = 134;
/** Limit of a failed reader's logged output. */
const MAX_LOGGED = 500;

/**
 * Reads tenants' files one at a time, accounts in turn, each in its own process with limited time and memory: a hostile
 * file can only kill that process.
 */
@Injectable()
export class FileReader implements OnModuleDestroy {
  private readonly admitted = new Map<string, number>();
  private readonly children = new Set<ChildProcess>();
  private readonly queue = new FairQueue(1);

  constructor(
    private readonly config: AppConfig,
    private readonly quotas: AccountQuotas,
    private readonly refusals: AccountRefusals,
    private readonly logger: PinoLogger,
  ) {}

  onModuleDestroy(): void {
    for (const child of this.children) child.kill('SIGKILL');
  }

  /**
   * Receives and reads a file of an account.
   * @param receive Called only if the account does not have too many files waiting.
   * @param gone Aborted when the client has disconnected.
   * @throws ApiError 422 `DOCUMENT_…`, 429 `RATE_LIMITED`, the reason of `gone`, or what `receive` throws.
   */
  async read(accountId: string, receive: () => Promise<FileBody>, gone: AbortSignal) {
    this.admit(accountId);
    try {
      const file = await receive();
      const read = await this.queue.run(accountId, () => this.readInProcess(file, gone), gone);
      if (read.kind === 'refused') throw new ApiError(422, read.code, read.message);
      return { file, ...read };
    } finally {
      this.leave(accountId);
    }
  }

  private admit(accountId: string): void {
    const own = this.admitted.get(accountId) ?? 0;
    const all = [...this.admitted.values()].reduce((sum, count) => sum + count, 0);
    const refused = { accountId, retryAfterSeconds: RETRY_AFTER_SECONDS };
    if (own >= this.quotas.of(accountId, 'documentUploads'))
      throw this.refusals.of({
        ...refused,
        limit: quotaLimit('documentUploads'),
        used: `${own} documents of the account are received or wait to be read.`,
      });
    if (all >= DOCUMENTS_AT_ONCE)
      throw this.refusals.of({
        ...refused,
        limit: `${DOCUMENTS_AT_ONCE} documents at once on an instance`,
        used: `${all} documents of all accounts, ${own} of this one, are received or wait to be read.`,
      });
    this.admitted.set(accountId, own + 1);
  }

  private leave(accountId: string): void {
    const left = (this.admitted.get(accountId) ?? 1) - 1;
    if (left > 0) this.admitted.set(accountId, left);
    else this.admitted.delete(accountId);
  }

  private cpuMsFor({ content }: FileBody): number {
    return READ_TIMEOUT_MS * Math.min(1, LEAST_CPU_SHARE + content.length / MIB);
  }

  private async readInProcess(file: FileBody, gone: AbortSignal): Promise<FileRead> {
    const { documentMemoryMib, documentMaxPages } = this.config.knowledge;
    const child = startProcess(import.meta.url, './reading-process.js', [
      `--max-old-space-size=${documentMemoryMib}`,
    ]);
    this.children.add(child);
    const [limit, cpuMs] = [documentMemoryMib * MIB, this.cpuMsFor(file)];
    let said = '';
    child.stderr?.on('data', (text: unknown) => (said = `${said}${String(text)}`.slice(-MAX_LOGGED)));
    const timers: NodeJS.Timeout[] = [];
    let drop: () => void = () => undefined;
    try {
      return await new Promise<FileRead>((resolve, reject) => {
        drop = () => reject(gone.reason as Error);
        gone.addEventListener('abort', drop);
        timers.push(
          setTimeout(() => reject(notInTime()), READ_TIMEOUT_MS),
          setInterval(() => {
            if (memoryOf(child) > limit) reject(tooLarge());
            else if (cpuMsOf(child) > cpuMs) reject(notInTime());
          }, LOOK_EVERY_MS),
        );
        child.once('message', (read) => resolve(read as FileRead));
        child.once('error', reject);
        // Not 'exit', which may precede the last message.
        child.once('close', (code, signal) => {
          if (code === ABORTED || MEMORY_SIGNALS.has(signal)) return reject(tooLarge());
          if (code !== 0) this.logger.warn({ code, signal, said }, 'the process that parsed a document died');
          reject(notRead());
        });
        child.send({ ...file, maxPages: documentMaxPages, maxCharacters: MAX_CHARACTERS });
      });
    } finally {
      gone.removeEventListener('abort', drop);
      for (const timer of timers) clearTimeout(timer);
      child.kill('SIGKILL');
      this.children.delete(child);
    }
  }
}

/** Resident size in bytes; without /proc the heap limit must do (proc(5), statm). */
function memoryOf(child: ChildProcess): number {
  return Number(proc(child, 'statm').split(' ')[1] ?? 0) * PAGE_BYTES;
}

/** Processor time; without /proc the time limit must do (proc(5), stat). */
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
