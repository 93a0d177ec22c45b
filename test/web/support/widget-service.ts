import { createTestApp, type TestApp } from '../../support/app.js';
import { type HttpAnswer, httpClient } from '../../support/http.js';
import { publish } from '../../support/publish.js';
import { ensureStudio } from '../../support/studio.js';
import { until } from '../../support/until.js';

export const GREETING = 'Welcome.';
export const QUESTION = 'what are your opening hours';
export const REPLY = 'From nine until five.';

/** A caller who hangs up or leaves the page. */
export const BY_CALLER = { reason: 'client-close', crashed: false };

/** A service with an agent called by the widget on third-party pages. */
export interface WidgetService {
  readonly app: TestApp;
  readonly connectorId: string;
  /** Allows pages of this origin to call without a backend, one at a time. */
  admit(origin: string): Promise<void>;
  mint(body: object): Promise<HttpAnswer>;
  callTokens(): Promise<readonly { readonly expiresAt: string }[]>;
  /** No recorded call is still open. */
  isQuiet(): Promise<boolean>;
  /** A call's end once recorded. */
  endOf(sessionId: string): Promise<{ readonly reason: string | null; readonly crashed: boolean }>;
  close(): Promise<void>;
}

export async function startWidgetService(env: Record<string, string>): Promise<WidgetService> {
  await ensureStudio();
  const app = await createTestApp({ env });
  const call = httpClient(app.baseUrl);
  const account = await app.createAccount();
  const key = await app.createKey(account);
  const agentId = await app.createAgent(account, {
    schemaVersion: 1,
    greeting: GREETING,
    languageCode: 'en-US',
    intents: [{ name: 'hours', examples: [QUESTION], reply: REPLY }],
    fallbackReply: 'Sorry?',
  });
  await publish(app, account, agentId, 'sandbox');
  const connectors = `/v1/agents/${agentId}/telephony/connectors`;
  const { connectorId } = (await call('POST', connectors, { key, body: { name: 'Widget' } })).body;
  const connector = `${connectors}/${connectorId}`;
  return {
    app,
    connectorId,
    async admit(origin) {
      const publicAccess = { origins: [origin], callsPerMinutePerAddress: 100, maxConcurrentCalls: 1 };
      await call('PATCH', connector, { key, body: { publicAccess } });
    },
    mint: (body) => call('POST', `${connector}/call-tokens`, { key, body }),
    callTokens: async () => (await call('GET', `${connector}/call-tokens`, { key })).body.callTokens,
    isQuiet: async () =>
      (await app.prisma.conversation.count({ where: { endedAt: null } })) === 0 &&
      (await app.prisma.callPlace.count()) === 0,
    async endOf(sessionId) {
      const { endReason: reason, crashed } = await until(`the end of ${sessionId} is on record`, () =>
        app.prisma.conversation.findFirst({ where: { sessionId, endedAt: { not: null } } }),
      );
      return { reason, crashed };
    },
    close: () => app.close(),
  };
}
