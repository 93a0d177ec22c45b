import { readFile } from 'node:fs/promises';

/**
 * Reads a YAML file that may contain secrets. A syntax error is reported by its position only: the parser's messages
 * quote the file, and would end up in a log.
 * @param setting The setting that names the file, for the error.
 * @throws Error when the file can't be read or is not YAML.
 */
export async function readSecretFile(setting: string, path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8');
  const { parse, YAMLParseError } = await import('yaml');
  try {
    // Warnings would be logged, and quote the file too.
    return parse(text, { logLevel: 'error' }) as unknown;
  } catch (error) {
    const line = error instanceof YAMLParseError ? error.linePos?.[0].line : undefined;
    throw new Error(`${setting} is not valid YAML${line === undefined ? '' : `, at line ${line}`}`);
  }
}
