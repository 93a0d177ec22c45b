import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { AppConfig } from '../../common/config/index.js';
import { Metrics } from '../../common/metrics/index.js';
import { PrismaService } from '../../common/prisma/index.js';
import { OpenTrace, type TurnTraceOfCall } from './open-trace.js';

/** The record of a short call may be written after its trace, and the database may be away for a moment. */
const TRIES = 20;
const RETRY_MS = 1_000;
const SHUTDOWN_FLUSH_MS = 5_000;
/** Compressed, and held in memory until the call ends. The rest of a longer call is left out. */
const MAX_TRACE_BYTES = 4_194_304;

/** Stores the turn-taking decisions of calls with their records; deleted with them. */
@Injectable()
export class TurnTraces implements OnModuleDestroy {
  private readonly open = new Set<OpenTrace>();
  private readonly writing = new Set<Promise<void>>();
  private readonly closing = new AbortController();
  private readonly lost;

  constructor(
    private readonly prisma: PrismaService,
    private readonly config: AppConfig,
    private readonly logger: PinoLogger,
    metrics: Metrics,
  ) {
    logger.setContext(TurnTraces.name);
    this.lost = metrics.counter('earshot_turn_traces_lost_total', 'Turn traces that could not be stored.');
  }

  /**
   * Begins the trace of a call.
   * @param wanted Setting of the document; undefined if it has none.
   * @param part Number of this process among those that carried the call, from 1.
   * @returns Undefined if no trace is wanted.
   */
  start(conversationId: string, wanted: boolean | undefined, part = 1): TurnTraceOfCall | undefined {
    const { keepTurnTraces } = this.config.conversations;
    if (!(wanted ?? keepTurnTraces)) return undefined;
    const trace = new OpenTrace(MAX_TRACE_BYTES);
    this.open.add(trace);
    const written = trace.whole.then(async (content) => {
      this.open.delete(trace);
      await this.write(conversationId, part, content);
      this.writing.delete(written);
    });
    this.writing.add(written);
    return trace;
  }

  /** Lines of JSON; undefined if the conversation has no trace. */
  async linesOf(conversationId: string): Promise<Readable | undefined> {
    const parts = await this.prisma.turnTrace.findMany({
      where: { conversationId },
      orderBy: { part: 'asc' },
      select: { content: true },
    });
    if (parts.length === 0) return undefined;
    return Readable.from(parts.map(({ content }) => Buffer.from(content))).pipe(createGunzip());
  }

  async onModuleDestroy(): Promise<void> {
    for (const trace of this.open) trace.close();
    const deadline = setTimeout(() => this.closing.abort(), SHUTDOWN_FLUSH_MS);
    await Promise.all([...this.writing]);
    clearTimeout(deadline);
  }

  /** Never throws. */
  private async write(conversationId: string, part: number, content: Buffer): Promise<void> {
    let failure: unknown;
    for (let tries = 0; tries < TRIES && !this.closing.signal.aborted; tries++) {
      if (tries > 0) await this.pause();
      try {
        const rows = await this.prisma.$executeRaw`
          INSERT INTO turn_traces (conversation_id, part, content)
          SELECT id, ${part}, ${content} FROM conversations WHERE id = ${conversationId}
          ON CONFLICT (conversation_id, part) DO UPDATE SET content = excluded.content`;
        if (rows > 0) return;
      } catch (error) {
        failure = error;
      }
    }
    this.lost.inc();
    this.logger.warn(
      { err: failure, conversationId, bytes: content.length },
      'turn trace could not be stored',
    );
  }

  private pause(): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.closing.signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, RETRY_MS);
      this.closing.signal.addEventListener('abort', done);
    });
  }
}
