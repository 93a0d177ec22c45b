import type { Expectation, TestCaseBody } from '../script/test-script.js';
import type { RecordedCall, RecordedExchange } from './recorded-call.js';

/** The limit of test cases. */
const MAX_TURNS = 50;
const MAX_SAID = 2_000;
const MAX_EXPECTATIONS = 20;
const MAX_QUOTE = 600;
const MAX_TOOL_ANSWER = 10_000;
const MAX_TOOLS = 100;
const MAX_ARGUMENTS = 50;

/**
 * A test case that repeats what the caller said, and expects the same tool calls and equivalent answers. It is a draft:
 * the author deletes what does not matter.
 */
export function draftCase(name: string, { exchanges }: RecordedCall): TestCaseBody {
  const turns = exchanges
    .filter(({ said, replies }) => said !== undefined || replies.length > 0)
    .slice(0, MAX_TURNS)
    .map((exchange) => ({
      ...(exchange.said !== undefined && { say: exchange.said.slice(0, MAX_SAID) }),
      expect: expectationsOf(exchange),
    }));
  const answers = exchanges.flatMap(({ tools }) =>
    tools.map((tool) => [tool.name.slice(0, 64), tool.answer.slice(0, MAX_TOOL_ANSWER)] as const),
  );
  const toolAnswers = Object.fromEntries(answers.slice(0, MAX_TOOLS));
  return { name: name.slice(0, 200), turns, ...(answers.length > 0 && { toolAnswers }) };
}

function expectationsOf({ said, replies, tools }: RecordedExchange): Expectation[] {
  const called = tools.slice(0, MAX_EXPECTATIONS - 1).map((tool): Expectation => ({
    ...{ kind: 'tool-called', name: tool.name.slice(0, 64) },
    arguments: Object.fromEntries(Object.entries(tool.arguments).slice(0, MAX_ARGUMENTS)),
  }));
  if (said === undefined || replies.length === 0) return called;
  const quote = replies.join(' ').slice(0, MAX_QUOTE);
  return [
    ...called,
    { kind: 'judged', criterion: `The agent’s last answer says the same in substance as: "${quote}"` },
  ];
}
