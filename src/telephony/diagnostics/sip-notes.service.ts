import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { JobRunner, PeriodicService } from '../../jobs/index.js';
import { PrismaService } from '../../common/prisma/index.js';

type SipNoteKind = 'refusal' | 'message';

export interface SipNote {
  readonly trunkId: string;
  readonly kind: SipNoteKind;
  readonly callId: string;
  readonly at: Date;
  readonly details: Readonly<Record<string, string | number | boolean | null>>;
}

const WRITE_EVERY_MS = 500;
/** Maximum queued rows; further ones are dropped. */
const MAX_WAITING = 1_000;
/** Per trunk and kind, to keep floods out of the database. */
const MAX_WAITING_OF_TRUNK = 200;
/** The newest are kept per trunk. */
const MAX_REFUSALS = 200;
const MAX_MESSAGES = 2_000;
const REFUSAL_DAYS = 7;
const MESSAGE_DAYS = 1;
const TRIM_EVERY_MS = 60_000;
const MAX_ID_CHARACTERS = 200;

/** Skips deleted and built-in trunks, which have no row. */
const INSERT = `
  INSERT INTO sip_notes (trunk_id, kind, call_id, at, details)
  SELECT note.trunk_id, note.kind, note.call_id, note.at, note.details
  FROM jsonb_to_recordset($1::jsonb) AS note(trunk_id text, kind text, call_id text, at timestamptz, details jsonb)
  JOIN sip_trunks ON sip_trunks.id = note.trunk_id`;

const TRIM = `
  DELETE FROM sip_notes USING (
    SELECT id, kind, at, row_number() OVER (PARTITION BY trunk_id, kind ORDER BY id DESC) AS nth FROM sip_notes
  ) AS ranked
  WHERE sip_notes.id = ranked.id AND (
    ranked.nth > CASE ranked.kind WHEN 'message' THEN ${MAX_MESSAGES} ELSE ${MAX_REFUSALS} END
    OR ranked.at < now() - CASE ranked.kind
      WHEN 'message' THEN interval '${MESSAGE_DAYS} day' ELSE interval '${REFUSAL_DAYS} days' END
  )`;

/**
 * Stores for days why calls of trunks fail. Writes are asynchronous and bounded, and are dropped rather than delay a
 * call.
 */
@Injectable()
export class SipNotes extends PeriodicService {
  private waiting: SipNote[] = [];
  private trimmedMs = -Infinity;

  constructor(
    private readonly prisma: PrismaService,
    runner: JobRunner,
    logger: PinoLogger,
  ) {
    super(runner, WRITE_EVERY_MS, logger, 'notes on SIP could not be written and are lost');
  }

  add(note: SipNote): void {
    const { waiting } = this;
    const ofTrunk = waiting.filter(({ trunkId, kind }) => trunkId === note.trunkId && kind === note.kind);
    if (waiting.length < MAX_WAITING && ofTrunk.length < MAX_WAITING_OF_TRUNK) waiting.push(note);
  }

  /** Newest first. */
  async refusals(trunkId: string) {
    return this.prisma.sipNote.findMany({
      where: { trunkId, kind: 'refusal' },
      orderBy: { id: 'desc' },
      take: MAX_REFUSALS,
    });
  }

  /** In order; of one call or of all. */
  async messages(trunkId: string, callId: string | undefined) {
    const rows = await this.prisma.sipNote.findMany({
      where: { trunkId, kind: 'message', ...(callId !== undefined && { callId }) },
      orderBy: { id: 'desc' },
      take: MAX_MESSAGES,
    });
    return rows.reverse();
  }

  override async onModuleDestroy(): Promise<void> {
    await super.onModuleDestroy();
    await this.write().catch(() => undefined);
  }

  protected async run(): Promise<void> {
    await this.write();
    if (performance.now() - this.trimmedMs < TRIM_EVERY_MS) return;
    this.trimmedMs = performance.now();
    await this.prisma.runAlone({ name: 'trim_sip_notes', text: TRIM, values: [] });
  }

  private async write(): Promise<void> {
    const notes = this.waiting;
    if (notes.length === 0) return;
    this.waiting = [];
    const rows = notes.map(({ trunkId, kind, callId, at, details }) => ({
      ...{ trunk_id: trunkId, kind, call_id: callId.slice(0, MAX_ID_CHARACTERS), at, details },
    }));
    // PostgreSQL text cannot contain NUL.
    const values = [JSON.stringify(rows).replaceAll('\\u0000', ' ')];
    await this.prisma.runAlone({ name: 'write_sip_notes', text: INSERT, values });
  }
}
