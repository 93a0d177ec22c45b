/** Maximum characters of one tool's JSON; longer ones are truncated. */
export const MAX_TOOL_CHARACTERS = 256 * 1_024;
/** Maximum characters of a name or cursor. */
const MAX_TEXT = 2_048;

const [QUOTE, BACKSLASH, COLON, COMMA] = ['"', '\\', ':', ','].map((sign) => sign.charCodeAt(0));
const [OBJECT, LIST, END_OBJECT, END_LIST] = ['{', '[', '}', ']'].map((sign) => sign.charCodeAt(0));

export interface ScannedTool {
  /** The tool's JSON, possibly truncated. */
  readonly json: string;
  readonly isWhole: boolean;
}

/**
 * Finds tools in a `tools/list` answer as it arrives, one by one. Lists may have any length, and unwanted tools are not
 * parsed.
 */
export class ToolListScanner {
  /** The next page's cursor, as JSON. */
  nextCursor: string | undefined;
  found = false;
  /** The answer is over. */
  complete = false;
  private depth = 0;
  /** The property name of the current value, by depth. */
  private readonly keys: (string | undefined)[] = [];
  private listDepth: number | undefined;
  private inText = false;
  private escaped = false;
  private text: string | undefined = '';
  private lastText = '';
  private tool: string | undefined;

  constructor(private readonly take: (tool: ScannedTool) => void) {}

  /** @param part The next chunk. Returns at once after the end of the answer. */
  push(part: string): void {
    let toolBegan = 0;
    for (let index = 0; index < part.length && !this.complete; index++) {
      const code = part.charCodeAt(index);
      if (this.inText) this.textGoesOn(part, index, code);
      else if (code === QUOTE) [this.inText, this.text] = [true, ''];
      else if (code === OBJECT || code === LIST) {
        if (code === OBJECT && this.depth === this.listDepth) [this.tool, toolBegan] = ['', index];
        this.open(code);
      } else if (code === END_OBJECT || code === END_LIST) {
        this.close(part, toolBegan, index);
      } else if (code === COLON) this.keys[this.depth] = this.lastText;
      else if (code === COMMA) this.keys[this.depth] = undefined;
    }
    if (this.tool !== undefined) this.tool = kept(this.tool, part, toolBegan, part.length);
  }

  private open(code: number | undefined): void {
    const isList =
      code === LIST && this.keys[this.depth] === 'tools' && this.keys[this.depth - 1] === 'result';
    this.depth++;
    this.keys[this.depth] = undefined;
    if (!isList || this.found) return;
    this.found = true;
    this.listDepth = this.depth;
  }

  private close(part: string, toolBegan: number, index: number): void {
    this.depth = Math.max(0, this.depth - 1);
    // Drop names at deeper levels, so that the array is no longer than the current depth.
    this.keys.length = this.depth + 1;
    if (this.tool !== undefined && this.depth === this.listDepth) {
      const json = kept(this.tool, part, toolBegan, index + 1);
      this.take({ json, isWhole: json.length <= MAX_TOOL_CHARACTERS });
      this.tool = undefined;
    } else if (this.listDepth !== undefined && this.depth < this.listDepth) this.listDepth = undefined;
    if (this.depth === 0 && this.found) this.complete = true;
  }

  private textGoesOn(part: string, index: number, code: number): void {
    if (!this.escaped && code === QUOTE) return this.textEnds();
    this.escaped = !this.escaped && code === BACKSLASH;
    if (this.tool !== undefined || this.text === undefined) return;
    this.text = this.text.length < MAX_TEXT ? this.text + part.charAt(index) : undefined;
  }

  private textEnds(): void {
    this.inText = false;
    this.lastText = this.text ?? '';
    const isCursor = this.keys[this.depth] === 'nextCursor' && this.keys[this.depth - 1] === 'result';
    if (isCursor && this.text !== undefined) this.nextCursor = `"${this.text}"`;
  }
}

/** Keeps one character more than the limit, which marks truncation. */
const kept = (before: string, part: string, from: number, to: number): string =>
  before.length > MAX_TOOL_CHARACTERS
    ? before
    : before + part.slice(from, Math.min(to, from + MAX_TOOL_CHARACTERS + 1 - before.length));
