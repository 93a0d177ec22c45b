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

  private warnings(document: AgentDocument): DocumentWarning[] {
    const variants = Object.entries(document.variants ?? {});
    const all = [
      { settings: document, at: '' },
      ...variants.map(([id, { overrides }]) => ({ settings: overrides, at: `/variants/${id}/overrides` })),
    ];
    return all.flatMap(({ settings: { tools = [], calendars = [] }, at }) => [
      ...tools.flatMap(({ name, http }, index) =>
        this.ofAddress(`tool ${name}`, http.url, `${at}/tools/${index}/http/url`),
      ),
      ...calendars.flatMap(({ name, url }, index) =>
        this.ofAddress(`calendar ${name}`, url, `${at}/calendars/${index}/url`),
      ),
    ]);
  }

  private ofAddress(what: string, url: string, path: string): DocumentWarning[] {
    const { tools: allowPrivateNetworks } = this.config.instance.privateNetworks;
    const parsed = parseTargetUrl(url, { allowPrivateNetworks });
    if (parsed.ok) return [];
    const remedy =
      allowPrivateNetworks === true ? '' : ' The operator allows others by ALLOW_PRIVATE_NETWORKS=tools.';
    const message = `The ${what} cannot be called: its address ${parsed.problem}.${remedy}`;
    return [{ path, code: 'TOOL_URL_INVALID', message }];
  }
}
