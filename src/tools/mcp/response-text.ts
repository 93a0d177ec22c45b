/** A response's text as it arrives, within the byte budget. Leaving the loop cancels the body. */
export async function* textIn(
  body: ReadableStream<Uint8Array> | null,
  budget: { left: number },
): AsyncGenerator<string> {
  if (!body) return;
  const decoder = new TextDecoder();
  for await (const chunk of body) {
    budget.left -= chunk.byteLength;
    const within = budget.left < 0 ? chunk.subarray(0, Math.max(0, chunk.byteLength + budget.left)) : chunk;
    yield decoder.decode(within, { stream: true });
    if (budget.left < 0) return;
  }
}

export const isEventStream = (headers: Headers): boolean =>
  headers.get('content-type')?.toLowerCase().startsWith('text/event-stream') === true;

/** Undefined if it is not JSON. */
export function parsedJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Parses the data fields of server-sent events (HTML standard, 9.2), as they arrive. */
export class DataLines {
  /** The field name read so far; undefined after the colon. */
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
