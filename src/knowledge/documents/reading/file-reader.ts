import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { AppConfig } from '../../../common/config/index.js';
import { ApiError } from '../../../common/errors/index.js';
import { FairQueue } from '../../../common/fair-shares/index.js';
import type { FileBody } from '../../../http/index.js';
import { AccountQuotas, AccountRefusals, quotaLimit } from '../../../quotas/index.js';
import { LimitedProcess, startProcess } from '../../../common/threads/index.js';
import type { FileRead } from './reading-messages.js';

const MIB = 1024 * 1024;
/** Each may take KNOWLEDGE_DOCUMENT_MAX_BYTES of memory. */
const DOCUMENTS_AT_ONCE = 16;
const READ_TIMEOUT_MS = 20_000;
const MAX_CHARACTERS = 1_000_000;
const RETRY_AFTER_SECONDS = 5;
/** A small file that takes long is hostile: the smallest files get this share of the time limit as processor time. */
const LEAST_CPU_SHARE = 1 / 4;

const notInTime = () =>
  new ApiError(422, 'DOCUMENT_UNREADABLE', 'The document takes too long to read. Split it, or simplify it.');
const tooLarge = () =>
  new ApiError(422, 'DOCUMENT_UNREADABLE', 'The document needs too much memory to be read. Split it.');
const notRead = () =>
  new ApiError(422, 'DOCUMENT_UNREADABLE', 'The document could not be read. Send it as plain text.');

/**
 * Reads tenants' files one at a time, accounts in turn, each in its own process with limited time and memory: a hostile
 * file can only kill that process.
 */
@Injectable()
export class FileReader implements OnModuleDestroy {
  private readonly admitted = new Map<string, number>();
  private readonly processes = new Set<LimitedProcess>();
  private readonly queue = new FairQueue(1);

  constructor(
    private readonly config: AppConfig,
    private readonly quotas: AccountQuotas,
    private readonly refusals: AccountRefusals,
    private readonly logger: PinoLogger,
  ) {}

  onModuleDestroy(): void {
    for (const one of this.processes) one.close();
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
    const process = new LimitedProcess(() =>
      startProcess(import.meta.url, './reading-process.js', [`--max-old-space-size=${documentMemoryMib}`]),
    );
    this.processes.add(process);
    try {
      const question = { ...file, maxPages: documentMaxPages, maxCharacters: MAX_CHARACTERS };
      const memoryBytes = documentMemoryMib * MIB;
      const limits = { timeoutMs: READ_TIMEOUT_MS, cpuMs: this.cpuMsFor(file), memoryBytes };
      const result = await process.ask(question, limits, gone);
      // Our own process: its answers have this type.
      if (result.kind === 'answered') return result.answer as FileRead;
      if (result.kind === 'too-slow') throw notInTime();
      if (result.kind === 'too-large') throw tooLarge();
      this.logger.warn(result, 'the process that parsed a document died');
      throw notRead();
    } finally {
      process.close();
      this.processes.delete(process);
    }
  }
}
