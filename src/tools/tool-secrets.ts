import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';

import { readSecretFile } from '../common/secrets/index.js';

/** Secrets that tools refer to, by name. They come from the operator's file and never from an agent document. */
export type ToolSecrets = ReadonlyMap<string, string>;

const SecretsFile = Type.Record(Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_]{0,99}$' }), Type.String());

const REFERENCE = /\{\{\s*secret\.([A-Za-z_][A-Za-z0-9_]{0,99})\s*\}\}/g;

/** @throws Error when the file can't be read or isn't a map from names to texts; its content is not told. */
export async function readToolSecrets(path: string | undefined): Promise<ToolSecrets> {
  if (path === undefined) return new Map();
  const content = await readSecretFile('TOOL_SECRETS_FILE', path);
  if (!Value.Check(SecretsFile, content)) {
    throw new Error('TOOL_SECRETS_FILE must be a YAML map from names (letters, digits, _) to texts');
  }
  return new Map(Object.entries(content));
}

/** The text with its references `{{secret.NAME}}` replaced; undefined when it names a secret that there isn't. */
export function resolveSecrets(text: string, secrets: ToolSecrets): string | undefined {
  let missing = false;
  const resolved = text.replace(REFERENCE, (_reference, name: string) => {
    const secret = secrets.get(name);
    missing ||= secret === undefined;
    return secret ?? '';
  });
  return missing ? undefined : resolved;
}
