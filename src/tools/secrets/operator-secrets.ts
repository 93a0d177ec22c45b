import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { readSecretFile } from '../../common/secrets/index.js';
import type { ToolSecret } from '../tool-target.js';

const Secret = Type.Object(
  {
    value: Type.String({ minLength: 1, maxLength: 10_000 }),
    hosts: Type.Array(Type.String({ maxLength: 300 }), { minItems: 1, maxItems: 20 }),
  },
  { additionalProperties: false },
);
const Name = Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_]{0,99}$' });
const SecretsFile = Type.Record(
  Type.String({ pattern: '^acc_[A-Za-z0-9_-]{1,100}$' }),
  Type.Record(Name, Secret, { additionalProperties: false }),
  { additionalProperties: false },
);
const FlatFile = Type.Record(Name, Type.String(), { minProperties: 1, additionalProperties: false });

const SHAPE =
  'TOOL_SECRETS_FILE must map accounts to secrets: `acc_…: { NAME: { value: …, hosts: [api.example.com] } }` (docs/how-to/tools.md)';

/** The operator's secrets, by account and name. */
export type OperatorSecrets = ReadonlyMap<string, ReadonlyMap<string, ToolSecret>>;

/** @throws Error if the file can't be read or is invalid; never quotes its content. */
export async function readOperatorSecrets(path: string | undefined): Promise<OperatorSecrets> {
  if (path === undefined) return new Map();
  const content = await readSecretFile('TOOL_SECRETS_FILE', path);
  if (Value.Check(FlatFile, content)) {
    throw new Error(
      `${SHAPE}. It has the shape of earlier releases, in which every account could send every secret anywhere: say for each secret whose it is and ` +
        'which hosts may have it.',
    );
  }
  if (!Value.Check(SecretsFile, content)) throw new Error(SHAPE);
  return new Map(
    Object.entries(content).map(([accountId, secrets]) => {
      const named = Object.entries(secrets).map(([name, { value, hosts }]) => {
        return [name, { value, allowedHosts: hosts.map((host) => hostOf(host, name)) }] as const;
      });
      return [accountId, new Map(named)] as const;
    }),
  );
}

function hostOf(text: string, name: string): string {
  const host = parseAllowedHost(text);
  if (host === undefined)
    throw new Error(
      `TOOL_SECRETS_FILE: a host of ${name} is not like api.example.com or api.example.com:8443`,
    );
  return host;
}

const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d{1,5})?$/i;

/** Parses `name`, or `name:port` for other ports than the default one. Undefined if it is not a host. */
export function parseAllowedHost(text: string): string | undefined {
  if (!HOST.test(text)) return undefined;
  const url = URL.parse(`https://${text}`);
  if (!url || url.username !== '' || url.password !== '' || url.href !== `https://${url.host}/`)
    return undefined;
  // A path, query or @, which URL drops from the host, makes the text longer than the host.
  return url.host === text.toLowerCase() || `${url.host}:443` === text.toLowerCase() ? url.host : undefined;
}
