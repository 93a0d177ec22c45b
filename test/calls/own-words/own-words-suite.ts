import type { AgentDocument } from '../../../src/agent-document/index.js';
import { createTestApp, type TestApp } from '../../support/app.js';
import { publish } from '../../support/publish.js';
import { until } from '../../support/until.js';
import type { CallerReport, CallersMessage, CallOrder } from './callers.js';
import { answered, asked, CODES, codesIn, ownWords, WORDS } from './codebook.js';
import { ChildProgram } from '../../support/child-program.js';
import type { ProvidersMessage } from './providers.js';

/** No silence prompts: callers wait for each other. */
const turnTaking = { noInputPromptMs: 0, hangUpAfterSilenceMs: 0 };
/** Generous timeouts: latency is measured elsewhere. */
const PATIENCE = {
  MEDIA_LISTEN_IP: '127.0.0.1',
  MEDIA_OVERLOAD_LAG_MS: '0',
  PROVIDER_CONNECT_TIMEOUT_MS: '60000',
  PROVIDER_REPLY_TIMEOUT_MS: '60000',
};
const overrides = {
  media: { latePacketWaitMs: 200, consentTimeoutMs: 60_000, workerHangTimeoutMs: 60_000 },
  starter: { jobTimeoutMs: 60_000 },
};

const stage = { provider: 'openai' };

interface Kind {
  readonly name: string;
  readonly mode: string;
  readonly document: AgentDocument;
  /** Its replies contain everything the caller said so far. */
  readonly remembers: boolean;
}

/** One agent per adapter kind, shared by its callers so that words could cross. */
const KINDS: readonly Kind[] = [
  {
    name: 'cascade',
    mode: 'traditional',
    remembers: true,
    document: {
      schemaVersion: 1,
      turnTaking,
      models: { traditional: { stt: stage, llm: stage, tts: stage } },
    },
  },
  {
    name: 'realtime',
    mode: 'end-to-end',
    remembers: true,
    document: { schemaVersion: 1, turnTaking, models: { endToEnd: { provider: 'openai' } } },
  },
  {
    name: 'starter',
    mode: 'end-to-end',
    remembers: false,
    document: {
      schemaVersion: 1,
      turnTaking,
      models: { endToEnd: { provider: 'starter' } },
      speech: { keyphrases: [...WORDS] },
      intents: CODES.map((code, index) => ({
        name: `code-${index}`,
        examples: [asked(code)],
        reply: answered(code),
      })),
    },
  },
];

/** Half of the calls use the kind with the most parts. */
const KIND_OF_CALL = ['cascade', 'realtime', 'cascade', 'starter'];

export interface OwnWordsOptions {
  readonly calls: number;
  readonly staggerMs: number;
  readonly timeoutMs: number;
}

/** Concurrent calls whose words must not cross, checked by what each caller hears and what is recorded. */
export function describeOwnWords({ calls, staggerMs, timeoutMs }: OwnWordsOptions): void {
  describe(`${calls} concurrent calls, each with its own conversation`, () => {
    const providers = new ChildProgram<ProvidersMessage>('test/calls/own-words/providers.ts');
    let callers: ChildProgram<CallersMessage> | undefined;
    let service: TestApp;

    beforeAll(async () => {
      service = await createTestApp({ env: { ...(await providers.next()), ...PATIENCE }, overrides });
      callers = new ChildProgram('test/calls/own-words/callers.ts');
    });

    afterAll(async () => {
      await callers?.stop();
      await service?.close();
      await providers.stop();
    });

    const kindOf = (call: number) => {
      const name = KIND_OF_CALL[call % KIND_OF_CALL.length];
      const kind = KINDS.find((candidate) => candidate.name === name);
      if (!kind) throw new Error(`no kind ${name}`);
      return kind;
    };

    async function orders(): Promise<CallOrder[]> {
      const account = await service.createAccount();
      const tokens = new Map<string, string>();
      for (const { name, document } of KINDS) {
        const agentId = await service.createAgent(account, document);
        await publish(service, account, agentId, 'sandbox');
        tokens.set(name, await service.createConnector(account, agentId, 'sandbox'));
      }
      return Array.from({ length: calls }, (_, call) => {
        const { name, mode, remembers } = kindOf(call);
        return { mode, remembers, token: tokens.get(name) ?? '' };
      });
    }

    it(
      "returns and records each caller's own words and no others",
      async () => {
        if (!callers) throw new Error('no callers');
        callers.tell({ baseUrl: service.baseUrl, calls: await orders(), staggerMs });
        expect(await callers.next()).toEqual({ kind: 'open' });
        const health = (await (await fetch(`${service.baseUrl}/health`)).json()) as {
          activeSessions: number;
        };
        expect(health.activeSessions).toBe(calls);

        const outcome = await callers.next();
        const reports = outcome.kind === 'heard' ? outcome.reports : [];
        expect(reports.flatMap(({ ended }) => ended)).toEqual([]);
        expect(reports.map(heardCodes)).toEqual(
          reports.map((_, call) => {
            const { first, second } = ownWords(call);
            return { first: [first], second: kindOf(call).remembers ? [first, second] : [second] };
          }),
        );
        expect(reports).toHaveLength(calls);

        await until(
          'all records are complete',
          async () =>
            (await service.prisma.conversation.count({ where: { endedAt: { not: null } } })) === calls,
          30_000,
        );
        const records = await Promise.all(reports.map(({ sessionId }) => recordOf(sessionId)));
        expect(records).toEqual(
          reports.map((_, call) => {
            const { first, second } = ownWords(call);
            const own = [first, second];
            return { adapter: kindOf(call).name, crashed: false, callerSaid: own, agentSaid: own };
          }),
        );
      },
      timeoutMs,
    );

    async function recordOf(sessionId: string) {
      const record = await service.prisma.conversation.findFirstOrThrow({
        where: { sessionId },
        include: { turns: { orderBy: { position: 'asc' } } },
      });
      const saidBy = (speaker: string) =>
        distinct(record.turns.flatMap((turn) => (turn.speaker === speaker ? codesIn(turn.text ?? '') : [])));
      return {
        adapter: record.adapter,
        crashed: record.crashed,
        callerSaid: saidBy('caller'),
        agentSaid: saidBy('agent'),
      };
    }
  });
}

/** The codes of the last reply, then those only in earlier ones: a caller that mishears repeats its words. */
function heardCodes({ first, second }: CallerReport) {
  return { first: distinct(first.toReversed().flat()), second: distinct(second.toReversed().flat()) };
}

const distinct = (codes: readonly string[]): string[] => [...new Set(codes)];
