import { parseAddressRange, type PrivateNetworks } from '../../address-ranges/index.js';
import type { Setting } from '../setting.js';

const USES = ['providers', 'sip', 'tools', 'webhooks'] as const;

type NetworksOfUses = Readonly<Record<(typeof USES)[number], PrivateNetworks>>;

const NONE: NetworksOfUses = { providers: false, sip: false, tools: false, webhooks: false };

export const privateNetworks: Setting<NetworksOfUses> = {
  env: 'ALLOW_PRIVATE_NETWORKS',
  fallback: NONE,
  shownDefault: '',
  meaning:
    'What may use private networks, separated by commas: `providers` that accounts configure, for example a model server on this machine; `tools`, with MCP servers; `webhooks`; `sip`, for trunk servers and transfer destinations. `tools=10.1.0.0/16` allows one network, and may be repeated with others; `tools` alone allows all. Addresses with http:// are then allowed there, too. Default: none. Providers of the environment and PROVIDERS_FILE always may.',
  danger:
    'Without a network, everyone who may configure such an address reaches everything that this machine can, also the metadata of its cloud.',
  parse(text) {
    const allowed = { ...NONE };
    for (const item of text.split(',')) {
      const [name, network, ...rest] = item.split('=').map((part) => part.trim());
      const use = USES.find((known) => known === name);
      const range = parseAddressRange(network ?? '');
      if (!use || (network !== undefined && !range) || rest.length > 0)
        throw new Error(
          `must list ${USES.join(', ')}, each with or without a network, for example providers,tools=10.1.0.0/16`,
        );
      const before = allowed[use];
      allowed[use] = !range || before === true || [...(before || []), range];
    }
    return allowed;
  },
};
