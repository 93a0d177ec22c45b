import { readFile } from 'node:fs/promises';
import { parse, YAMLParseError } from 'yaml';

/**
 * Reads a YAML file that may hold secrets. What can't be parsed is told by its place alone: the parser's own words
 * quote the file, and they would end in a log.
 * @param setting The setting that names the file, for the error.
 * @throws Error when the file can't be read or is no YAML.
 */
export async function readSecretFile(setting: string, path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8');
  try {
    // Warnings would be written to the log, and they quote the file too.
    return parse(text, { logLevel: 'error' }) as unknown;
  } catch (error) {
    const line = error instanceof YAMLParseError ? error.linePos?.[0].line : undefined;
    throw new Error(`${setting} is not valid YAML${line === undefined ? '' : `, at line ${line}`}`);
  }
}
