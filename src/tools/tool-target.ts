import { type AgentTool, hasSecretBeforeQuery, secretsIn, withSecrets } from '../agent-document/index.js';
import type { ToolSecrets } from './tool-secrets.js';

export type ToolTarget =
  | {
      readonly kind: 'target';
      readonly url: URL;
      readonly headers: Readonly<Record<string, string>>;
      /** Inserted values, to be removed from the response. */
      readonly secrets: readonly string[];
    }
  | {
      readonly kind: 'refused';
      readonly code: 'TOOL_URL_INVALID' | 'TOOL_SECRET_MISSING' | 'TOOL_SECRET_NOT_ALLOWED';
    };

const refused = (code: Extract<ToolTarget, { kind: 'refused' }>['code']): ToolTarget => ({
  kind: 'refused',
  code,
});

/**
 * The target of a tool's request, with secrets inserted into headers and query. A secret goes only to its hosts,
 * and never into scheme, host or path.
 */
export async function targetOf(
  { url: text, headers = {} }: AgentTool['http'],
  accountId: string,
  secrets: ToolSecrets,
): Promise<ToolTarget> {
  if (hasSecretBeforeQuery(text)) return refused('TOOL_SECRET_NOT_ALLOWED');
  const url = URL.parse(text);
  if (!url) return refused('TOOL_URL_INVALID');
  const values = new Map<string, string>();
  for (const name of new Set(secretsIn([text, ...Object.values(headers)].join('\n')))) {
    const secret = await secrets.find(accountId, name);
    if (!secret) return refused('TOOL_SECRET_MISSING');
    if (!secret.allowedHosts.includes(url.host)) return refused('TOOL_SECRET_NOT_ALLOWED');
    values.set(name, secret.value);
  }
  const query = [...url.searchParams].map(([name, value]) => [name, withSecrets(value, values)]);
  if (values.size > 0 && query.length > 0) url.search = new URLSearchParams(query).toString();
  const named = Object.entries(headers).map(([name, value]) => [
    name.toLowerCase(),
    withSecrets(value, values),
  ]);
  return { kind: 'target', url, headers: Object.fromEntries(named), secrets: [...values.values()] };
}

/** Responses may echo secrets; neither the model, the caller nor the record must see them. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((left, secret) => left.replaceAll(secret, '[secret]'), text);
}
