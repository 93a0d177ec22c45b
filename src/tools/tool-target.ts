import {
  type AgentTool,
  type CallVariables,
  hasSecretBeforeQuery,
  secretsIn,
} from '../agent-document/index.js';
import {
  filledBody,
  filledHeader,
  filledPath,
  filledText,
  PathProblem,
  type ToolValues,
} from './tool-variables.js';

export type ToolTarget =
  | {
      readonly kind: 'target';
      readonly url: URL;
      readonly headers: Readonly<Record<string, string>>;
      /** Constant body fields from the document. */
      readonly body: Readonly<Record<string, unknown>>;
      /** Inserted secret values, to be removed from the response. */
      readonly secrets: readonly string[];
    }
  | {
      readonly kind: 'refused';
      readonly code:
        'TOOL_URL_INVALID' | 'TOOL_VARIABLE_MISSING' | 'TOOL_SECRET_MISSING' | 'TOOL_SECRET_NOT_ALLOWED';
    };

/** The account and conversation that a tool is called for. */
export interface ToolCaller {
  readonly accountId: string;
  /** Absent without a conversation record. */
  readonly conversationId?: string | undefined;
  /** Whether conversation text may be stored. */
  readonly storeText?: boolean;
  readonly variables: CallVariables;
  readonly timeZone: string | undefined;
}

const refused = (code: Extract<ToolTarget, { kind: 'refused' }>['code']): ToolTarget => ({
  kind: 'refused',
  code,
});

/**
 * The target of a tool's request, with variables and secrets inserted. A secret goes only to its allowed hosts, and
 * never into scheme, host or path; a variable never goes into scheme or host.
 */
export async function targetOf(
  { url: text, headers = {}, body = {} }: Pick<AgentTool['http'], 'url' | 'headers' | 'body'>,
  { accountId, variables, timeZone }: ToolCaller,
  secrets: ToolSecrets,
): Promise<ToolTarget> {
  if (hasSecretBeforeQuery(text)) return refused('TOOL_SECRET_NOT_ALLOWED');
  const url = addressOf(text, { variables, timeZone, secrets: new Map() });
  if (!(url instanceof URL)) return url;
  const found = new Map<string, string>();
  for (const name of new Set(secretsIn([text, ...Object.values(headers), JSON.stringify(body)].join('\n')))) {
    const secret = await secrets.find(accountId, name);
    if (!secret) return refused('TOOL_SECRET_MISSING');
    if (!secret.allowedHosts.includes(url.host)) return refused('TOOL_SECRET_NOT_ALLOWED');
    found.set(name, secret.value);
  }
  const values = { variables, timeZone, secrets: found };
  fillQuery(url, values);
  const named = Object.entries(headers).map(
    ([name, value]) => [name.toLowerCase(), filledHeader(value, values)] as const,
  );
  return {
    kind: 'target',
    url,
    headers: Object.fromEntries(named),
    body: Object.fromEntries(Object.entries(body).map(([name, value]) => [name, filledBody(value, values)])),
    secrets: [...found.values()],
  };
}

/** Fills in the path; the query stays as it is in the document. */
function addressOf(text: string, values: ToolValues): URL | ToolTarget {
  const [beforeQuery = ''] = text.split(/[?#]/, 1);
  const [host = ''] = /^[^/]*(?:\/\/[^/]*)?/.exec(beforeQuery) ?? [];
  try {
    const path = filledPath(beforeQuery.slice(host.length), values);
    return URL.parse(`${host}${path}${text.slice(beforeQuery.length)}`) ?? refused('TOOL_URL_INVALID');
  } catch (error) {
    if (error instanceof PathProblem) return refused('TOOL_VARIABLE_MISSING');
    throw error;
  }
}

function fillQuery(url: URL, values: ToolValues): void {
  const query = [...url.searchParams].map(
    ([name, value]) => [name, value, filledText(value, values)] as const,
  );
  if (query.every(([, before, after]) => before === after)) return;
  url.search = new URLSearchParams(
    query.map(([name, , after]): [string, string] => [name, after]),
  ).toString();
}

/** Responses may echo secrets; neither the model, the caller nor the record must see them. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((left, secret) => left.replaceAll(secret, '[secret]'), text);
}

/** A secret of one account and its allowed hosts: `name`, or `name:port` if not the default port. */
export interface ToolSecret {
  readonly value: string;
  readonly allowedHosts: readonly string[];
}

/** Secrets of tools by account and name. They never come from an agent document. */
export interface ToolSecrets {
  find(accountId: string, name: string): Promise<ToolSecret | undefined>;
}
