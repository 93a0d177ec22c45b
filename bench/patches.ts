import { validate, getMetadataStorage } from 'class-validator';
import { createWorker, type types } from 'mediasoup';
import { loadavg } from 'node:os';
import '../src/app.module.js';
import { rememberRules } from '../src/http/remember-rules.js';
import { PublishDto } from '../src/deployments/deployment.dto.js';
import { WorkerPipes } from '../src/media/workers/worker-pipes.js';
import { RTP_HEADER_BYTES, writeRtpHeader } from '../src/media/rtp/rtp-packet.js';
import { benchOptions } from './support/options.js';
import { percentile, round } from './support/statistics.js';

const TICK_MS = 20;
const READ_EVERY_MS = 40;
const PACKET_BYTES = RTP_HEADER_BYTES + 160;
const PAYLOAD_TYPE = 111;
const BODIES = 5_000;

const { rounds, seconds, streams, bin } = benchOptions(
  'patches',
  `What each patch of a library saves (docs/decisions/libraries.md): the same work with and without it, in turn, in
processor time of this process, which excludes other load on the machine.`,
  {
    rounds: [5, 'pairs'],
    seconds: [4, 'length of a round of the pipes'],
    streams: ['5,20,50', 'calls of each row of the pipes: packets in both directions'],
    bin: [undefined, 'path of the media worker'],
  },
);

async function measurePipes(count: number): Promise<void> {
  const without = await MediaLine.open(count, false);
  const patched = await MediaLine.open(count, true);
  const runs = [() => without.microsecondsAPacket(), () => patched.microsecondsAPacket()] as const;
  await inPairs('media worker pipes', `µs a packet, ${count} calls`, runs);
  for (const { worker } of [without, patched]) worker.close();
}

async function measureRules(): Promise<void> {
  const storage = getMetadataStorage();
  const gather = storage.getTargetValidationMetadatas.bind(storage);
  rememberRules();
  const remember = storage.getTargetValidationMetadatas.bind(storage);
  const runs = [gather, remember].map((method) => async () => {
    storage.getTargetValidationMetadatas = method;
    const began = process.cpuUsage();
    for (let each = 0; each < BODIES; each++) await validate(new PublishDto(), { whitelist: true });
    return microsecondsSince(began) / BODIES;
  });
  await inPairs('rules of class-validator', 'µs a body', runs);
}

/** The order alternates; the first pair warms up. */
async function inPairs(patch: string, work: string, runs: readonly (() => Promise<number>)[]): Promise<void> {
  const results: number[][] = runs.map(() => []);
  for (let pair = 0; pair <= rounds; pair++) {
    const order = runs.map((run, index) => ({ run, index }));
    for (const { run, index } of pair % 2 === 0 ? order : order.reverse()) {
      const result = await run();
      if (pair > 0) results[index]?.push(result);
    }
  }
  row(patch, work, results[0] ?? [], results[1] ?? []);
}

function row(patch: string, work: string, without: readonly number[], patched: readonly number[]): void {
  const ratios = patched.map((value, index) => value / (without[index] ?? NaN));
  const spread = [0, 0.5, 1].map((share) => round(percentile(ratios, share), 2));
  const medians = [without, patched].map((values) => round(percentile(values, 0.5)));
  console.log(`| ${patch} | ${work} | ${medians.join(' | ')} | ${spread.join(' / ')} |`);
}

function microsecondsSince(began: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(began);
  return user + system;
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Streams from this process through a media worker and back. */
class MediaLine {
  private sequenceNumber = 0;
  private received = 0;

  private constructor(
    readonly worker: types.Worker,
    private readonly pipes: WorkerPipes | undefined,
    private readonly producers: types.Producer[] = [],
  ) {}

  static async open(count: number, isPatched: boolean): Promise<MediaLine> {
    const start = () => createWorker({ logLevel: 'error', ...(bin !== undefined && { workerBin: bin }) });
    const { started, pipes } = isPatched
      ? WorkerPipes.of(start, READ_EVERY_MS)
      : { started: start(), pipes: () => undefined };
    const line = new MediaLine(await started, pipes());
    await line.addStreams(count);
    return line;
  }

  async microsecondsAPacket(): Promise<number> {
    const timer = setInterval(() => this.tick(), TICK_MS);
    await wait(TICK_MS * 10);
    const [began, had] = [process.cpuUsage(), this.received];
    await wait(seconds * 1_000);
    const result = microsecondsSince(began) / (this.received - had);
    clearInterval(timer);
    this.pipes?.readFreely();
    return result;
  }

  private async addStreams(count: number): Promise<void> {
    const codec = { mimeType: 'audio/opus', clockRate: 48_000, channels: 2 };
    const mediaCodecs = [{ kind: 'audio' as const, ...codec, preferredPayloadType: PAYLOAD_TYPE }];
    const router = await this.worker.createRouter({ mediaCodecs });
    const { rtpCapabilities } = router;
    const direct = await router.createDirectTransport();
    for (let ssrc = 1; ssrc <= count; ssrc++) {
      const codecs = [{ ...codec, payloadType: PAYLOAD_TYPE }];
      const rtpParameters = { codecs, encodings: [{ ssrc }], rtcp: { cname: 'bench' } };
      const producer = await direct.produce({ kind: 'audio', rtpParameters });
      const consumer = await direct.consume({ producerId: producer.id, rtpCapabilities });
      consumer.on('rtp', () => (this.received += 1));
      this.producers.push(producer);
    }
  }

  private tick(): void {
    this.pipes?.readOnce();
    this.sequenceNumber = (this.sequenceNumber + 1) & 0xffff;
    for (const [index, producer] of this.producers.entries()) {
      const packet = Buffer.alloc(PACKET_BYTES, 1);
      writeRtpHeader(packet, {
        payloadType: PAYLOAD_TYPE,
        sequenceNumber: this.sequenceNumber,
        timestamp: this.sequenceNumber * 960,
        ssrc: index + 1,
        marker: false,
      });
      if (this.pipes) this.pipes.sendMedia(() => producer.send(packet));
      else producer.send(packet);
    }
  }
}

console.log('| patch | work | without | with | ratio of the pairs |\n| --- | --- | --- | --- | --- |');
for (const count of streams.split(',').map(Number)) await measurePipes(count);
await measureRules();
console.log(`\nLoad average ${round(loadavg()[0] ?? 0)}.`);
process.exit();
