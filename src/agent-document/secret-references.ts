const REFERENCE = /\{\{\s*secret\.([A-Za-z_][A-Za-z0-9_]{0,99})\s*\}\}/g;

/** Names of the secrets that a text references as `{{secret.NAME}}`. */
export function secretsIn(text: string): string[] {
  return [...text.matchAll(REFERENCE)].flatMap(([, name]) => (name === undefined ? [] : [name]));
}

/**
 * Whether a secret would become part of the scheme, host or path of an address, where it could be logged or sent to
 * other hosts.
 */
export function hasSecretBeforeQuery(url: string): boolean {
  return secretsIn(url.split(/[?#]/, 1)[0] ?? '').length > 0;
}
