import type { AgentDocument, AgentIntent } from '../../agent-document/index.js';
import { REPEAT_REQUESTS } from './expected-sentences.js';
import { IntentMatcher } from './intent-matcher.js';
import type { Understanding } from './understanding.js';

const DEFAULT_FALLBACK = 'Sorry, I did not understand that. Could you say it in other words?';

export interface Reply {
  readonly text: string;
  readonly endsCall: boolean;
}

/** What the starter agent says to what it understood. One for each conversation: it remembers what it said last. */
export class StarterBrain {
  readonly #matcher: IntentMatcher;
  readonly #repeat: AgentIntent = { name: 'repeat', examples: REPEAT_REQUESTS, reply: 'again' };
  readonly #fallback: string;
  #lastText: string;

  constructor(agent: AgentDocument) {
    this.#matcher = new IntentMatcher([...(agent.intents ?? []), this.#repeat]);
    this.#fallback = agent.fallbackReply ?? DEFAULT_FALLBACK;
    this.#lastText = agent.greeting ?? '';
  }

  /** Whether the words mean something to the agent. */
  knows(heard: Understanding): boolean {
    return this.#matcher.match(heard) !== undefined;
  }

  isUnfinished(heard: Understanding): boolean {
    return this.#matcher.isUnfinished(heard);
  }

  reply(heard: Understanding): Reply {
    const intent = this.#matcher.match(heard)?.intent;
    if (!intent) return { text: this.#fallback, endsCall: false };
    if (intent === this.#repeat) return { text: this.#lastText || this.#fallback, endsCall: false };
    this.#lastText = intent.reply;
    return { text: intent.reply, endsCall: intent.endsCall ?? false };
  }
}
