import { runInThisContext } from 'node:vm';
import { SaveDraftDto } from '../../src/agents/agent.dto.js';
import { parseNewAgentDocument } from '../../src/agents/agent-document.parser.js';
import { parseJsonBody } from '../../src/common/http/body-guard.js';
import { createValidationPipe } from '../../src/common/http/index.js';
import { AppConfig } from '../../src/common/config/index.js';
import { hostileBodies } from './support/hostile-bodies.js';

/** The longest that one tenant's request of 4 MB may hold up everybody else. */
const MAX_HELD_MS = 50;

// Jest gives suites a copy of `process`.
const { threadCpuUsage } = runInThisContext('process') as NodeJS.Process;

const { bodyMaxDepth, bodyMaxValues } = AppConfig.fromEnvironment({}).http;
const pipe = createValidationPipe();
const http = { method: 'GET', url: 'https://a.example/' } as const;

/** What the service does with the body of a draft before it asks the database. */
async function take(bytes: Uint8Array): Promise<void> {
  const body = parseJsonBody(Buffer.from(bytes).toString(), { depth: bodyMaxDepth, values: bodyMaxValues });
  const { document } = (await pipe.transform(body, { type: 'body', metatype: SaveDraftDto })) as SaveDraftDto;
  await parseNewAgentDocument(document);
}

it.each(hostileBodies({ name: 'look_up', description: 'Looks something up.', http }))(
  'a draft with $what is refused, and holds nobody up for longer than 50 ms',
  async ({ bytes }) => {
    // Processor time, so that a busy machine does not count; the best of three, so that neither does a collection.
    const rounds: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const before = threadCpuUsage();
      await expect(take(bytes)).rejects.toMatchObject({ status: 400 });
      const { user, system } = threadCpuUsage(before);
      rounds.push((user + system) / 1_000);
    }
    expect(Math.min(...rounds)).toBeLessThan(MAX_HELD_MS);
  },
);
