import { AppConfig, type Overrides } from '../../../src/common/config/index.js';
import { SafeHttpClient } from '../../../src/safe-http/index.js';
import { McpServers } from '../../../src/tools/mcp/mcp-servers.js';
import type { ToolBoxOptions } from '../../../src/tools/index.js';

/** Hosts allowed to receive WEATHER_KEY. */
export const weatherHosts = new Set<string>();

const secrets: ToolBoxOptions['secrets'] = {
  // A test's weather service has its own port.
  find: (accountId, name) =>
    Promise.resolve(
      accountId === 'acc_test' && name === 'WEATHER_KEY'
        ? { value: 'sunny-secret', allowedHosts: [...weatherHosts] }
        : undefined,
    ),
};

/** A client of MCP servers run by tests. */
export function mcpServers(
  providers: Overrides['providers'] = {},
  networks: 'tools' | '' = 'tools',
): McpServers {
  const config = AppConfig.fromEnvironment(
    { ALLOW_PRIVATE_NETWORKS: networks },
    { providers: { mcpListPatienceMs: 3_000, ...providers } },
  );
  return new McpServers(config, secrets);
}

export const toolOptions: ToolBoxOptions = {
  http: new SafeHttpClient({ allowPrivateNetworks: true }),
  secrets,
  mcp: mcpServers(),
  timeoutMs: 1_000,
};
