import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import WebSocket from 'ws';
import { until } from '../../support/until.js';

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
}

interface Script {
  readonly url: string;
  readonly sourceMapURL: string;
}

/** A session with Node's inspector, which maps TypeScript lines through source maps like editors do. */
export class Inspector {
  private readonly messages: Message[] = [];
  private lastId = 0;

  private constructor(private readonly socket: WebSocket) {
    socket.on('message', (data: Buffer) => this.messages.push(JSON.parse(data.toString()) as Message));
  }

  /** @param url as Node prints it: `ws://127.0.0.1:9229/...` */
  static async connect(url: string): Promise<Inspector> {
    const socket = new WebSocket(url);
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    const inspector = new Inspector(socket);
    await inspector.command('Debugger.enable');
    return inspector;
  }

  async command<T>(method: string, params: object = {}): Promise<T> {
    const id = ++this.lastId;
    this.socket.send(JSON.stringify({ id, method, params }));
    const answer = await until(`${method} is answered`, () => this.messages.find((each) => each.id === id));
    return answer.result as T;
  }

  /** The parameters of the first event of this kind that satisfies the condition. */
  async event<T>(method: string, condition: (params: T) => boolean = () => true): Promise<T> {
    const isIt = (each: Message) => each.method === method && condition(each.params as T);
    const message = await until(`${method} happens`, () => this.messages.find(isIt));
    return message.params as T;
  }

  /**
   * Sets a breakpoint.
   * @param source a loaded TypeScript file, absolute
   * @param line from 1
   * @returns the number of places in the running code that it is bound to
   */
  async breakAt(source: string, line: number): Promise<number> {
    const compiled = `/${path.basename(source, '.ts')}.js`;
    const { url } = await this.event<Script>(
      'Debugger.scriptParsed',
      (script) => script.url.endsWith(compiled) && sourceOf(script) === source,
    );
    const position = positionIn(fileURLToPath(url), line);
    const { locations } = await this.command<{ locations: unknown[] }>('Debugger.setBreakpointByUrl', {
      url,
      ...position,
    });
    return locations.length;
  }

  close(): void {
    this.socket.close();
  }
}

const mapOf = (compiled: string) => JSON.parse(readFileSync(`${compiled}.map`, 'utf8')) as SourceMapPayload;

function sourceOf({ url, sourceMapURL }: Script): string | undefined {
  const compiled = fileURLToPath(url);
  const [source] = sourceMapURL === `${path.basename(compiled)}.map` ? mapOf(compiled).sources : [];
  return source && path.resolve(path.dirname(compiled), source);
}

/** The first position in a compiled file that maps to a source line, counted from 0 like the inspector does. */
function positionIn(compiled: string, line: number): { lineNumber: number; columnNumber: number } {
  const map = new SourceMap(mapOf(compiled));
  const lines = readFileSync(compiled, 'utf8').split('\n');
  for (const [lineNumber, { length }] of lines.entries()) {
    for (let columnNumber = 0; columnNumber < length; columnNumber++) {
      const entry = map.findEntry(lineNumber, columnNumber);
      if (!('originalLine' in entry) || entry.generatedLine !== lineNumber) continue;
      if (entry.originalLine === line - 1) return { lineNumber, columnNumber };
    }
  }
  throw new Error(`nothing in ${compiled} comes from line ${line} of its source`);
}
