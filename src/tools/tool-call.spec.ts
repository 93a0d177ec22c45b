import type { AgentEvent } from '../voice/agent-adapter.js';
import { KEPT_CHARACTERS as KEPT, ToolCall, type ToolOutcome } from './tool-call.js';

function reportOf(outcome: Partial<ToolOutcome>, argumentsText = '{}', secrets: readonly string[] = []) {
  const events: AgentEvent[] = [];
  const emit = (event: AgentEvent) => void events.push(event);
  const call = new ToolCall({ name: 'look_up', argumentsText, turnId: undefined, emit });
  call.finish({ kind: 'ok', output: 'fine', ...outcome }, secrets);
  return events.at(-1);
}

describe('tool call report', () => {
  it('truncates arguments and answer', () => {
    const report = reportOf({ output: 'b'.repeat(KEPT) }, 'a'.repeat(KEPT + 1));
    expect(report).toMatchObject({ arguments: `${'a'.repeat(KEPT)}…`, answer: 'b'.repeat(KEPT) });
  });

  it('contains no part of a secret, even at the truncation point', () => {
    const output = `${'x'.repeat(KEPT - 4)}top-secret-value`;
    const report = reportOf({ output }, '{"key":"top-secret-value"}', ['top-secret-value']);
    expect(JSON.stringify(report)).not.toContain('top-');
    expect(report).toMatchObject({ arguments: '{"key":"[secret]"}' });
  });
});
