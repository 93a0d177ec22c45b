import type { AgentDocument } from '../../agent-document/index.js';
import type { LedgerCall } from '../../claims/index.js';

const FILL_FORM = 'fill_form';

/** Adds the tools that forms called: the model only sees that it filled in a form. */
export function withFormCalls(
  { forms = [] }: AgentDocument,
  calls: readonly LedgerCall[],
): readonly LedgerCall[] {
  if (forms.length === 0) return calls;
  let given: string[] = [];
  return calls.flatMap((call) => {
    if (call.name !== FILL_FORM) return [call];
    given.push(call.argumentsText, call.answer ?? '');
    const name = textIn(call.argumentsText, 'form');
    const tool = (forms.find((form) => form.name === name) ?? forms[0])?.then.tool;
    const outcome = textIn(call.answer, 'outcome');
    if (tool === undefined || (outcome !== 'done' && outcome !== 'failed')) return [call];
    const argumentsText = JSON.stringify(given);
    given = [];
    return [
      call,
      { ...call, name: tool, argumentsText, ...(outcome === 'failed' && { failed: 'error' as const }) },
    ];
  });
}

function textIn(json: string | undefined, name: string): string | undefined {
  try {
    const value = new Map<string, unknown>(Object.entries(JSON.parse(json ?? '') as object)).get(name);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}
