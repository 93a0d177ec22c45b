import { Injectable } from '@nestjs/common';
import { type AgentDocument, DocumentAdvice, type DocumentWarning } from '../agent-document/index.js';
import { AppConfig } from '../common/config/index.js';
import { parseTargetUrl } from '../safe-http/index.js';

/** Warns on saving a document about tool addresses that calls will refuse. */
@Injectable()
export class ToolAddressAdvice {
  constructor(
    private readonly config: AppConfig,
    advice: DocumentAdvice,
  ) {
    advice.register((document) => Promise.resolve(this.warnings(document)));
  }

  private warnings({ tools, variants }: AgentDocument): DocumentWarning[] {
    return [
      ...this.ofTools(tools, '/tools'),
      ...Object.entries(variants ?? {}).flatMap(([id, { overrides }]) =>
        this.ofTools(overrides.tools, `/variants/${id}/overrides/tools`),
      ),
    ];
  }

  private ofTools(tools: AgentDocument['tools'] = [], place: string): DocumentWarning[] {
    const { tools: allowPrivateNetworks } = this.config.instance.privateNetworks;
    return tools.flatMap(({ name, http }, index) => {
      const parsed = parseTargetUrl(http.url, { allowPrivateNetworks });
      if (parsed.ok) return [];
      const remedy =
        allowPrivateNetworks === true ? '' : ' The operator allows others by ALLOW_PRIVATE_NETWORKS=tools.';
      return [
        {
          path: `${place}/${index}/http/url`,
          code: 'TOOL_URL_INVALID',
          message: `The tool ${name} cannot be called: its address ${parsed.problem}.${remedy}`,
        },
      ];
    });
  }
}
