import { SaveDraftDto } from '../../src/agents/agent.dto.js';
import { parseNewAgentDocument } from '../../src/agents/agent-document.parser.js';
import { parseJsonBody } from '../../src/http/body-guard.js';
import { createValidationPipe } from '../../src/http/index.js';
import { hostileBodies } from './support/hostile-bodies.js';

const pipe = createValidationPipe();
const http = { method: 'GET', url: 'https://a.example/' } as const;

/** The service's handling of a draft body before any database query. */
async function take(bytes: Uint8Array): Promise<void> {
  const body = parseJsonBody(bytes);
  const { document } = (await pipe.transform(body, { type: 'body', metatype: SaveDraftDto })) as SaveDraftDto;
  await parseNewAgentDocument(document);
}

// How long each blocks the process: hostile-bodies.long-spec.ts.
it.each(hostileBodies({ name: 'look_up', description: 'Looks something up.', http }))(
  'rejects a draft with $what',
  async ({ bytes }) => {
    await expect(take(bytes)).rejects.toMatchObject({ status: 400 });
  },
);
