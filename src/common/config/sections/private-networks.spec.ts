import { AppConfig } from '../app-config.js';

const allowed = (ALLOW_PRIVATE_NETWORKS: string) => {
  const { privateNetworks } = AppConfig.fromEnvironment({ ALLOW_PRIVATE_NETWORKS }).instance;
  return Object.fromEntries(
    Object.entries(privateNetworks).map(([use, networks]) => [
      use,
      typeof networks === 'boolean' ? networks : networks.map(({ text }) => text),
    ]),
  );
};
const none = { providers: false, sip: false, tools: false, webhooks: false };

describe('ALLOW_PRIVATE_NETWORKS', () => {
  it('allows nothing by default', () => {
    expect(allowed('')).toEqual(none);
  });

  it('allows a use all networks, or those listed', () => {
    expect(allowed('providers, tools=10.1.0.0/16 ,webhooks,tools=fd00:1::/32,tools=10.9.0.7')).toEqual({
      ...none,
      providers: true,
      webhooks: true,
      tools: ['10.1.0.0/16', 'fd00:1::/32', '10.9.0.7'],
    });
  });

  it('allows all networks if a use is listed with and without one', () => {
    for (const text of ['sip,sip=10.0.0.0/8', 'sip=10.0.0.0/8,sip'])
      expect(allowed(text)).toEqual({ ...none, sip: true });
  });

  it.each([
    'true',
    'tool',
    'tools,',
    'tools=',
    'tools=all',
    'tools=10.1.0.0/33',
    'tools=10.1.0.5/16',
    'tools=10.0.0.0/8=x',
    'TOOLS',
    'toString',
  ])('is refused with a valid example: %s', (text) => {
    expect(() => allowed(text)).toThrow(
      'ALLOW_PRIVATE_NETWORKS must list providers, sip, tools, webhooks, each with or without a network, for example providers,tools=10.1.0.0/16',
    );
  });
});
