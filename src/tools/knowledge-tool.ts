import type { AgentEvent } from '../voice/agent-adapter.js';
import {
  type CallKnowledge,
  type FoundKnowledge,
  quotedPassages,
  retrievedTopics,
} from '../voice/call-knowledge.js';
import type { ToolArguments } from './parse-arguments.js';
import type { ToolOutcome } from './tool-call.js';

const NAME = 'search_knowledge';

/** The tool with which a model searches the agent's knowledge. */
export class KnowledgeTool {
  readonly declaration = {
    name: NAME,
    description:
      'Searches what you know of this business. Use it before you answer a question about it; ask in the words of the caller.',
    parameters: {
      type: 'object',
      properties: { query: { type: 'string', description: 'What you want to know.' } },
      required: ['query'],
    },
  };

  private constructor(
    private readonly knowledge: CallKnowledge,
    private readonly emit: (event: AgentEvent) => void,
  ) {}

  /** @param tools The agent's own tools, which may already use the name. */
  static of(
    call: { readonly knowledge?: CallKnowledge; readonly emit: (event: AgentEvent) => void },
    tools: ReadonlyMap<string, unknown>,
  ): KnowledgeTool | undefined {
    const { knowledge, emit } = call;
    return knowledge?.mode === 'tool' && !tools.has(NAME) ? new KnowledgeTool(knowledge, emit) : undefined;
  }

  /** Never throws. */
  async run({ query }: ToolArguments): Promise<ToolOutcome> {
    if (typeof query !== 'string')
      return { kind: 'error', code: 'TOOL_ARGUMENTS_INVALID', output: 'The arguments do not fit.' };
    const beganAtMs = performance.now();
    const tell = (outcome: 'found' | 'nothing' | 'failed', found: FoundKnowledge = { passages: [] }) =>
      this.emit({
        kind: 'knowledge',
        outcome,
        topics: retrievedTopics(found.passages),
        ...(found.withoutMeaning && { withoutMeaning: found.withoutMeaning }),
        durationMs: Math.round(performance.now() - beganAtMs),
      });
    try {
      const found = await this.knowledge.search(query, (usage) => this.emit({ kind: 'usage', usage }));
      const { passages } = found;
      tell(passages.length > 0 ? 'found' : 'nothing', found);
      const output = passages.length > 0 ? quotedPassages(passages) : 'Nothing was found.';
      return { kind: 'ok', output };
    } catch {
      tell('failed');
      return {
        kind: 'error',
        code: 'TOOL_FAILED',
        output: 'The knowledge cannot be searched at the moment.',
      };
    }
  }
}
