import { type AgentDocument, DocumentAdvice } from '../agent-document/index.js';
import { AppConfig } from '../common/config/index.js';
import { ToolAddressAdvice } from './tool-address-advice.js';

const toolAt = (url: string) => ({
  name: 'look_up',
  description: 'Looks up.',
  http: { method: 'GET' as const, url },
});

async function warnings(urls: readonly string[], environment: NodeJS.ProcessEnv = {}) {
  const advice = new DocumentAdvice();
  new ToolAddressAdvice(AppConfig.fromEnvironment(environment), advice);
  const tools = urls.map(toolAt);
  const document = {
    schemaVersion: 1,
    tools,
    variants: { north: { overrides: { tools } } },
  } as AgentDocument;
  return (await advice.warningsOf(document, 'acc_1')).map(({ path, message }) => `${path}: ${message}`);
}

const PRIVATE = ['http://10.0.0.7/x', 'https://printer.local/', 'https://[::1]/{{call.order}}'];

describe('tool address advice', () => {
  it('warns on save, also in variants, about addresses that calls would refuse', async () => {
    const told = await warnings(['https://api.example.com/orders/{{call.order}}', ...PRIVATE]);
    expect(told).toHaveLength(6);
    expect(told[1]).toBe(
      '/tools/2/http/url: The tool look_up cannot be called: its address must lead to a public address. ' +
        'The operator allows others by ALLOW_PRIVATE_NETWORKS=tools.',
    );
    expect(told[5]).toMatch(/^\/variants\/north\/overrides\/tools\/3\/http\/url: /);
  });

  it('allows private addresses when the operator does', async () => {
    expect(await warnings(PRIVATE, { ALLOW_PRIVATE_NETWORKS: 'tools' })).toEqual([]);
  });
});
