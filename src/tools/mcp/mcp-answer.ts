import { memberOf } from '../../common/json/json-objects.js';

/** A tool's answer, as text for a model. */
export interface McpAnswer {
  readonly text: string;
  /** The server reports that the tool failed. */
  readonly isError: boolean;
}

/** Maximum parts and nesting depth that are read from an answer. */
const MAX_PARTS = 100;
const MAX_DEPTH = 3;

/**
 * Reads the result of `tools/call`: its texts, or its structured content without texts, or any other field that the
 * server sent. Never throws.
 */
export function answerOf(result: unknown): McpAnswer {
  const said = memberOf(result, 'isError');
  const isError = said === true || (typeof said === 'string' && said.toLowerCase() === 'true');
  const texts = textsOf(memberOf(result, 'content'), 0).slice(0, MAX_PARTS);
  return { text: texts.length > 0 ? texts.join('\n') : otherContent(result), isError };
}

function textsOf(content: unknown, depth: number): string[] {
  if (typeof content === 'string') return content === '' ? [] : [content];
  if (Array.isArray(content)) return content.slice(0, MAX_PARTS).flatMap((part) => textsOf(part, depth));
  if (typeof content !== 'object' || content === null || depth > MAX_DEPTH) return [];
  return partOf(content, depth);
}

/** Names content that has no text, so that the model knows about it. */
function partOf(part: object, depth: number): string[] {
  const type = memberOf(part, 'type');
  if (type === 'image' || type === 'audio') return [`(${type})`];
  if (type === 'resource_link') return [linkOf(part)];
  const resource = memberOf(part, 'resource');
  if (typeof resource === 'object' && resource !== null) {
    const text = memberOf(resource, 'text');
    return typeof text === 'string' ? [text] : [linkOf(resource)];
  }
  const inner = memberOf(part, 'text') ?? memberOf(part, 'content');
  if (inner !== undefined && inner !== null) {
    const texts = textsOf(inner, depth + 1);
    return texts.length > 0 || typeof inner === 'string' ? texts : [asJson(inner)];
  }
  return type === 'text' ? [] : [asJson(part)];
}

function linkOf(resource: unknown): string {
  const words = ['title', 'name', 'uri', 'description'].map((name) => memberOf(resource, name));
  return words.filter((word) => typeof word === 'string' && word !== '').join(' ') || '(resource)';
}

const NO_ANSWER = new Set(['content', 'isError', '_meta', 'resultType']);

function otherContent(result: unknown): string {
  // `toolResult` was the field's name in the first protocol version.
  const named = memberOf(result, 'structuredContent') ?? memberOf(result, 'toolResult');
  if (typeof named === 'string') return named;
  if (named !== undefined && named !== null) return asJson(named);
  if (typeof result !== 'object' || result === null) return '';
  const others = Object.entries(result).filter(([name, value]) => !NO_ANSWER.has(name) && value !== null);
  return others.length > 0 ? asJson(Object.fromEntries(others)) : '';
}

function asJson(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    // Nesting exceeds the stack.
    return '';
  }
}
