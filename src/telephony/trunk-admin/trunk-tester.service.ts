import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { type Actor } from '../../common/access/index.js';
import { recordChange } from '../../audit/index.js';
import { ApiError, conflict, excerpt, notFound } from '../../common/errors/index.js';
import { PrismaService } from '../../common/prisma/index.js';
import { callerNumbers } from '../../connectors/index.js';
import type { PhoneSession } from '../../media/index.js';
import { toE164 } from '../../common/phone-numbers/index.js';
import { mayCall } from '../number-rules/allowed-numbers.js';
import { isLocalNumber } from '../number-rules/dial-plan.js';
import type { Trunk, TrunkServer } from '../trunks/trunk.js';
import { TRUNKS_VALIDATION_FAILED } from './trunk.dto.js';
import { TrunkDirectory } from '../trunks/trunk-directory.js';
import { TrunkHealth } from '../servers/trunk-health.service.js';
import type { TestTrunkDto } from './trunk-test.dto.js';
import { healthView } from './trunk-test.schema.js';
import { LineDialler } from '../dialling/line-dialler.service.js';

const untestable = (message: string) => conflict('TRUNK_NOT_TESTABLE', message);
const invalid = (message: string) => new ApiError(400, TRUNKS_VALIDATION_FAILED, message);
const SAMPLE_RATE_HZ = 8_000;
const LISTEN_MS = 2_000;
/** Shorter than the timeouts of HTTP clients. */
const LONGEST_RING_MS = 20_000;
const NOTE = { hz: 660, ms: 300, amplitude: 4_000 } as const;

/** Tests a trunk: checks its server and, on request, makes a call. */
@Injectable()
export class TrunkTester {
  constructor(
    private readonly prisma: PrismaService,
    private readonly directory: TrunkDirectory,
    private readonly health: TrunkHealth,
    private readonly dialler: LineDialler,
  ) {}

  /** @throws ApiError 400 for numbers that cannot be called, 404 `TRUNK_NOT_FOUND`, 409 `TRUNK_NOT_TESTABLE` */
  async test(actor: Actor, trunkId: string, { toNumber: dialled, fromNumber }: TestTrunkDto) {
    const { accountId } = actor;
    const row = await this.prisma.sipTrunk.findFirst({ where: { id: trunkId, accountId } });
    if (!row) throw notFound('TRUNK_NOT_FOUND', 'No such trunk.');
    if (!row.enabled) throw untestable('The trunk is switched off: set enabled to true first.');
    const trunk = await this.directory.find(trunkId);
    const server = trunk?.server;
    if (!trunk || !server) throw untestable('The trunk has no host: nothing can be sent to it.');
    const toNumber = dialled === undefined ? undefined : calledNumber(trunk, dialled);
    const ownNumber = toNumber === undefined ? '' : await this.ownNumber(accountId, fromNumber);
    await this.prisma.$transaction((transaction) =>
      recordChange(transaction, actor, {
        action: 'trunk.test',
        resourceId: trunkId,
        ...(toNumber !== undefined && { details: { toNumber } }),
      }),
    );
    const state = await this.health.check(trunk);
    if (!state) throw untestable('The trunk has no host: nothing can be sent to it.');
    const call = toNumber === undefined ? null : await this.call(trunk, server, toNumber, ownNumber);
    return { health: healthView(state), call };
  }

  private async ownNumber(accountId: string, wanted: string | undefined): Promise<string> {
    const rows = await callerNumbers(this.prisma, { accountId });
    const numbers = rows.map(({ number }) => number).filter((number) => !number.endsWith('*'));
    const own = wanted === undefined ? numbers[0] : (toE164(wanted, undefined) ?? wanted);
    if (own !== undefined && numbers.includes(own)) return own;
    throw invalid(
      wanted === undefined
        ? 'The account has no phone number to call from: import one.'
        : `fromNumber: ${excerpt(wanted)} is no phone number of the account.`,
    );
  }

  private async call(trunk: Trunk, server: TrunkServer, user: string, ownNumber: string) {
    const beganMs = performance.now();
    const passedMs = () => Math.round(performance.now() - beganMs);
    let ringingMs: number | null = null;
    const outcome = await this.dialler.dial({
      user,
      server,
      trunk,
      ownNumber,
      inputSampleRateHz: SAMPLE_RATE_HZ,
      outputSampleRateHz: SAMPLE_RATE_HZ,
      ringMs: LONGEST_RING_MS,
      signal: new AbortController().signal,
      onRinging: () => (ringingMs ??= passedMs()),
    });
    const nothing = { codec: null, packetsReceived: null, packetsLost: null };
    if (outcome.kind === 'failed') {
      return { outcome: outcome.reason, ringingMs, answeredMs: null, ...nothing };
    }
    const answeredMs = passedMs();
    const heard = await listenTo(outcome.media, outcome.over);
    outcome.call.cut();
    return { outcome: 'answered', ringingMs, answeredMs, ...heard };
  }
}

/** @throws ApiError 400 unless it is a number that the trunk may call */
function calledNumber(trunk: Trunk, dialled: string): string {
  const toNumber = isLocalNumber(dialled, trunk) ? dialled : toE164(dialled, trunk.countryCode);
  if (toNumber === undefined) {
    throw invalid(
      `toNumber: ${excerpt(dialled)} is no phone number, and none of the trunk’s localNumbers; write it as +442079460000.`,
    );
  }
  if (mayCall(toNumber, trunk) > 0) return toNumber;
  throw invalid(`toNumber: ${toNumber} begins with none of the trunk’s allowedPrefixes.`);
}

async function listenTo(media: PhoneSession, over: Promise<void>) {
  media.speech.write(note());
  await Promise.race([sleep(LISTEN_MS), over]);
  const { codec = null, packetsReceived, packetsLost } = await media.stats();
  return { codec, packetsReceived, packetsLost };
}

function note(): Int16Array {
  const length = (NOTE.ms * SAMPLE_RATE_HZ) / 1_000;
  return Int16Array.from({ length }, (_, at) =>
    Math.round(NOTE.amplitude * Math.sin((2 * Math.PI * NOTE.hz * at) / SAMPLE_RATE_HZ)),
  );
}
