import { memberOf } from './member-of.js';
import { type ScannedTool, ToolListScanner } from './list-scanner.js';

/** Characters of an answer without a list, such as an error, that are passed on. */
const MAX_OTHER = 64 * 1_024;

/** The library would wait for what is not coming. */
class NoList extends Error {
  constructor() {
    super('The MCP server sent no list of tools');
    this.name = 'NoList';
  }
}

/** Who reads the list. */
export interface ListReading {
  wants(name: string): boolean;
  /** The server says more of this tool than is read. */
  tooLarge(name: string): void;
  /** More came than is read, so that tools may be missing. */
  truncated(): void;
}

/**
 * The answer to `tools/list` with only those tools in it that somebody wants; refusals are passed on. Over `budget`
 * bytes it ends with what has come so far.
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
  const isStream = headers.get('content-type')?.toLowerCase().startsWith('text/event-stream') === true;
  const lines = isStream ? new DataLines() : undefined;
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

async function* textIn(
  body: ReadableStream<Uint8Array> | null,
  budget: { left: number },
): AsyncGenerator<string> {
  if (!body) return;
  const decoder = new TextDecoder();
  // Leaving the loop cancels the body.
  for await (const chunk of body) {
    budget.left -= chunk.byteLength;
    const within = budget.left < 0 ? chunk.subarray(0, Math.max(0, chunk.byteLength + budget.left)) : chunk;
    yield decoder.decode(within, { stream: true });
    if (budget.left < 0) return;
  }
}

function isWanted({ json, isWhole }: ScannedTool, reading: ListReading): boolean {
  if (isWhole) {
    const name = memberOf(parsed(json), 'name');
    return typeof name === 'string' && reading.wants(name);
  }
  const [, name] = /"name"\s*:\s*"([^"\\]{1,128})"/.exec(json) ?? [];
  if (name !== undefined && reading.wants(name)) reading.tooLarge(name);
  return false;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** What stands in the data of server-sent events (HTML standard, 9.2), as it arrives. */
class DataLines {
  /** The line so far, up to its colon; undefined behind it. */
  private field: string | undefined = '';
  private isData = false;

  push(text: string): string {
    let data = '';
    for (const piece of text.split(/(\r\n|\r|\n)/)) {
      if (/^[\r\n]/.test(piece)) {
        if (this.isData) data += '\n';
        [this.field, this.isData] = ['', false];
      } else if (this.field === undefined) data += this.isData ? piece : '';
      else data += this.begin(piece);
    }
    return data;
  }

  private begin(piece: string): string {
    const line = `${this.field ?? ''}${piece}`;
    const colon = line.indexOf(':');
    this.field = colon < 0 ? line.slice(0, 'data'.length + 1) : undefined;
    this.isData = colon >= 0 && line.slice(0, colon) === 'data';
    return this.isData ? line.slice(colon + 1) : '';
  }
}
