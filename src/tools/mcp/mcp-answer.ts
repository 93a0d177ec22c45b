import { memberOf } from './bounded-fetch.js';

/** What a tool of a server answered, for a model. */
export interface McpAnswer {
  readonly text: string;
  /** The server says that the tool failed. */
  readonly isError: boolean;
}

/** Parts of an answer that are read. */
const MAX_PARTS = 100;

/** Reads the result of `tools/call`: its texts, or its structured content where it has none. Never throws. */
export function answerOf(result: unknown): McpAnswer {
  const content = memberOf(result, 'content');
  const parts: unknown[] = Array.isArray(content) ? content.slice(0, MAX_PARTS) : [];
  const texts = parts.flatMap(textOf);
  const isError = memberOf(result, 'isError') === true;
  return { text: texts.length > 0 ? texts.join('\n') : structured(result), isError };
}

/** What can't be read out is named, so that the model knows of it. */
function textOf(part: unknown): string[] {
  const type = memberOf(part, 'type');
  const text = type === 'resource' ? memberOf(memberOf(part, 'resource'), 'text') : memberOf(part, 'text');
  if (typeof text === 'string') return [text];
  return type === 'image' || type === 'audio' ? [`(${type})`] : [];
}

function structured(result: unknown): string {
  const content = memberOf(result, 'structuredContent');
  if (content === undefined) return '';
  try {
    return JSON.stringify(content);
  } catch {
    // Nested deeper than the stack allows.
    return '';
  }
}
