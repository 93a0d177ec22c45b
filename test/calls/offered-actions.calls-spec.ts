import wrtc from '@roamhq/wrtc';
import { type CallEvents, EarshotCall } from '../../client/src/index.js';
import { type Brain, RealtimeStandIn } from '../stand-ins/index.js';
import { createTestApp, type TestAccount, type TestApp } from '../support/app.js';
import { publish } from '../support/publish.js';
import { until } from '../support/until.js';

const SHOP = { name: 'shop', url: 'https://shop.example.com/' };
const WISHES = {
  transfer: { name: 'transfer', arguments: '{"target":"shop"}' },
  dtmf: { name: 'send_dtmf', arguments: '{"digits":"12#"}' },
} as const;

describe('agent action for the client page', () => {
  const told: string[] = [];
  let wish: (typeof WISHES)[keyof typeof WISHES];
  let model: RealtimeStandIn;
  let service: TestApp;
  let account: TestAccount;
  let token: string;

  const brain: Brain = ({ history }) => {
    const last = history.at(-1);
    if (last?.role !== 'tool') return { kind: 'call', ...wish };
    told.push(last.output);
    return { kind: 'say', text: 'Well.' };
  };

  beforeAll(async () => {
    model = await RealtimeStandIn.start({ brain });
    service = await createTestApp({ env: { REALTIME_URL: model.url } });
    account = await service.createAccount();
    const agentId = await service.createAgent(account, {
      schemaVersion: 1,
      greeting: 'Hello.',
      models: { endToEnd: { provider: 'openai' } },
      builtInTools: ['transfer', 'send_dtmf'],
      transfer: { destinations: [{ name: SHOP.name, to: { url: SHOP.url } }] },
    });
    await publish(service, account, agentId, 'sandbox');
    token = await service.createConnector(account, agentId, 'sandbox');
  });
  afterAll(async () => {
    await service?.close();
    await model?.close();
  });

  /** A call with the SDK. @returns The page's requests, the model's tool result and the record. */
  async function callFor(kind: keyof typeof WISHES, listens: boolean) {
    wish = WISHES[kind];
    told.splice(0);
    const asked: CallEvents['action'][] = [];
    const call = new EarshotCall({
      signalingUrl: service.baseUrl,
      authToken: token,
      microphone: false,
      audioElement: null,
      RTCPeerConnection: wrtc.RTCPeerConnection,
    });
    if (listens) call.on('action', (action) => asked.push(action));
    await call.start();
    const output = await until('the model knows', () => told[0]);
    const { sessionId } = call;
    call.hangUp();
    const { events } = await until('the call is on record', () =>
      service.prisma.conversation.findFirst({
        where: { sessionId, endedAt: { not: null } },
        include: { events: { where: { kind: { in: ['transfer', 'dtmf', 'fault'] } } } },
      }),
    );
    return { asked, output, events: events.map(({ kind: of, details }) => ({ kind: of, details })) };
  }

  it.each([
    ['transfer', { destination: SHOP }, { target: 'shop' }],
    ['dtmf', { digits: '12#' }, { digits: '12#' }],
  ] as const)(
    'is sent to a subscribed page, and the model learns it is not yet done: %s',
    async (kind, wanted, recorded) => {
      const { asked, output, events } = await callFor(kind, true);
      expect(asked).toEqual([{ action: kind, done: false, ...wanted }]);
      expect(output).toMatch(/app was asked to do it.*do not say that it is done/);
      expect(events).toEqual([{ kind, details: { ...recorded, done: false } }]);
    },
  );

  it.each(['transfer', 'dtmf'] as const)(
    'fails without a subscribed page, and the model is informed: %s',
    async (kind) => {
      const { output, events } = await callFor(kind, false);
      expect(output).toMatch(/not possible on this call/);
      expect(events.map((event) => event.kind).sort()).toEqual([kind, 'fault'].sort());
      expect(JSON.stringify(events)).toContain('TOOL_NOT_POSSIBLE');
    },
  );
});
