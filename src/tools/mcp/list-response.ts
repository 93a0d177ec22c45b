import { memberOf } from '../../common/json/json-objects.js';
import { DataLines, isEventStream, parsedJson, textIn } from './response-text.js';
import { type ScannedTool, ToolListScanner } from './list-scanner.js';

/** Characters of an answer without a list, such as an error, that are passed on. */
const MAX_OTHER = 64 * 1_024;

/** Thrown because the SDK would wait for a list that never arrives. */
class NoList extends Error {
  constructor() {
    super('The MCP server sent no list of tools');
    this.name = 'NoList';
  }
}

/** Callbacks of the reader. */
export interface ListReading {
  wants(name: string): boolean;
  /** The tool's description exceeds the limit. */
  tooLarge(name: string): void;
  /** The answer exceeds the limit, so tools may be missing. */
  truncated(): void;
}

/**
 * Reduces the answer to `tools/list` to the wanted tools; errors are passed on. Over `budget` bytes it ends with the
 * tools so far.
 * @throws NoList
 */
export async function shortenedList(
  response: Response,
  id: unknown,
  reading: ListReading,
  budget: { left: number },
): Promise<Response> {
  const tools: string[] = [];
  const scanner = new ToolListScanner((tool) => {
    if (isWanted(tool, reading)) tools.push(tool.json);
  });
  const { status, headers, body } = response;
  const lines = isEventStream(headers) ? new DataLines() : undefined;
  let other = '';
  for await (const text of textIn(body, budget)) {
    if (!scanner.found) other = (other + text).slice(0, MAX_OTHER);
    scanner.push(lines ? lines.push(text) : text);
    if (scanner.complete) break;
  }
  if (budget.left < 0) reading.truncated();
  if (!scanner.found && response.ok) throw new NoList();
  if (!scanner.found) return new Response(other, { status, headers });
  const { nextCursor } = scanner;
  const cursor = nextCursor === undefined || budget.left < 0 ? '' : `,"nextCursor":${nextCursor}`;
  const shortened = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"tools":[${tools.join(',')}]${cursor}}}`;
  const kept = new Headers(headers);
  kept.set('content-type', 'application/json');
  return new Response(shortened, { status, headers: kept });
}

function isWanted({ json, isWhole }: ScannedTool, reading: ListReading): boolean {
  if (isWhole) {
    const name = memberOf(parsedJson(json), 'name');
    return typeof name === 'string' && reading.wants(name);
  }
  const [, name] = /"name"\s*:\s*"([^"\\]{1,128})"/.exec(json) ?? [];
  if (name !== undefined && reading.wants(name)) reading.tooLarge(name);
  return false;
}
