import { randomUUID } from 'node:crypto';
import type { AgentDocument, AgentForm, AgentIntent } from '../../../agent-document/index.js';
import { isHandedOver } from '../../../tools/act-on-call.js';
import type { AgentEvent } from '../../../voice/agent-adapter.js';
import type { CallKnowledge } from '../../../voice/call-knowledge.js';
import type { ChatPiece, ChatRequest, Expectations, LanguageModel, Transcript } from '../../stages/index.js';
import type { Embed, ExampleVectors } from '../../starter/example-vectors.js';
import { REPEAT_REQUESTS } from '../../starter/expected-sentences.js';
import { formOfIntent, formSaid, intentsOf } from '../forms/form-intents.js';
import type { FormTurns } from '../forms/form-turns.js';
import type { RunningForm } from '../forms/running-form.js';
import { abilitiesOf } from './abilities.js';
import { knownAnswer } from './known-answer.js';
import { ELSEWHERE } from './elsewhere.js';
import { isMiss, notCaught, notKnown } from './replies.js';
import { type Understood, Understanding } from './understanding.js';

/** How many questions back the model looks for an answer to repeat. */
const REMEMBERED_QUESTIONS = 20;

const REPEAT: AgentIntent = { name: 'repeat', examples: REPEAT_REQUESTS, reply: '' };

const PERSON: AgentIntent = {
  name: 'person',
  examples: [
    'can i speak to a person',
    'i want to talk to a human',
    'please put me through to somebody',
    'let me speak to a real person',
    'connect me to an agent',
    'operator please',
    'transfer me to a colleague',
  ],
  reply: '',
};
const OF_ANY_AGENT = [REPEAT, PERSON];

/** Consecutive unanswered questions after which the caller is handed off. */
const MOST_MISSES = 2;

const ANYTHING_ELSE = /\b(anything|something) else\b[^.!?]*\?\s*$/i;

export interface IntentModelOptions {
  readonly accountId: string;
  /** Computes sentence embeddings. @throws AgentFault */
  readonly embed: Embed;
  readonly examples: ExampleVectors;
  readonly knowledge?: CallKnowledge | undefined;
  readonly emit: (event: AgentEvent) => void;
  /** Current handoff targets; absent: none. */
  readonly destinations?: () => readonly string[];
  /** How long an answer waits for embeddings before it matches words alone, in milliseconds. Default: 3,000. */
  readonly patienceMs?: number;
}

type Answer = Pick<AgentIntent, 'reply' | 'endsCall'> & {
  readonly form?: AgentForm;
  readonly target?: string;
};

/**
 * Answers with the replies of the document's intents and with sentences from the agent's knowledge. A language model
 * that needs no server and says only what the author wrote.
 */
export class IntentModel implements LanguageModel {
  private readonly understandings = new WeakMap<AgentDocument, Understanding>();
  /** Answers from knowledge, by question. */
  private readonly fromKnowledge = new Map<string, string>();

  /** @param options Absent: no embeddings, only words are matched. */
  constructor(
    private readonly options?: IntentModelOptions,
    private readonly forms?: FormTurns,
  ) {}

  expectations(agent: AgentDocument): Expectations {
    const understanding = this.understandingOf(agent);
    const { words } = understanding;
    const awaited = () => this.forms?.awaited(agent);
    return {
      awaited,
      isUnclear: (heard) => !awaited() && words.isUnclear(heard),
      isComplete: (heard) => !awaited() && words.isComplete(heard),
      knows: (heard) =>
        awaited() !== undefined ||
        // "Oh, lovely, thanks a lot."
        [heard.text, ...heard.text.split(/[.,!?]+/)].some(
          (text) => words.match({ ...heard, text }) !== undefined,
        ),
      answerTo: async (heard) => {
        const intent = awaited() ? undefined : (await understanding.of(heard)).intent;
        return intent && formOfIntent(agent, intent) ? undefined : intent?.reply;
      },
    };
  }

  async *reply({ agent, messages, signal }: ChatRequest): AsyncGenerator<ChatPiece> {
    const last = messages.at(-1);
    const running = this.forms?.running({ agent, messages });
    if (running && this.forms) {
      const pieces =
        last?.role === 'tool'
          ? this.forms.afterTool(agent, running)
          : await this.goOn(this.forms, agent, running, messages);
      if (!signal.aborted) yield* pieces;
      return;
    }
    if (last?.role === 'tool') {
      yield { kind: 'text', delta: afterHandOver(last.content) };
      return;
    }
    const answer = await this.answer(agent, messages);
    if (signal.aborted) return;
    if (answer.form && this.forms) {
      const text = questionsIn(messages).at(-1)?.text ?? '';
      yield* this.forms.begin(agent, answer.form, text);
      return;
    }
    yield* piecesOf(answer);
    if (answer.endsCall) yield { kind: 'end-call' };
  }

  /** A turn within a form. Words that are no answer may be another question, which is answered first. */
  private async goOn(
    forms: FormTurns,
    agent: AgentDocument,
    running: RunningForm,
    messages: ChatRequest['messages'],
  ): Promise<readonly ChatPiece[]> {
    const heard = questionsIn(messages).at(-1) ?? { text: '' };
    const answer = forms.answer(agent, running, heard);
    if (answer.kind === 'pieces') return answer.pieces;
    if (answer.kind === 'hand-over') {
      const handed = this.handOver(heard);
      return handed
        ? [...piecesOf(handed), forms.leave(running.form)]
        : piecesOf({ reply: `${NOBODY} ${answer.question}` });
    }
    const { intent, isSure } = await this.understandingOf(agent).of(heard);
    const isOther =
      isSure && intent !== undefined && !OF_ANY_AGENT.includes(intent) && !formOfIntent(agent, intent);
    if (isOther && intent.endsCall)
      return [...piecesOf(intent), forms.leave(running.form), { kind: 'end-call' }];
    return isOther ? piecesOf({ reply: `${intent.reply} ${answer.question}` }) : answer.pieces;
  }

  private async answer(agent: AgentDocument, messages: ChatRequest['messages']): Promise<Answer> {
    const understanding = this.understandingOf(agent);
    const heard = questionsIn(messages).at(-1);
    if (!heard) return { reply: agent.greeting ?? '' };
    const understood = await understanding.of(heard);
    if (understood.intent === REPEAT) return { reply: await this.again(agent, messages) };
    if (understood.intent === PERSON) return this.handOver(heard) ?? { reply: NOBODY };
    const said = understood.isSure ? undefined : formSaid(agent, heard.text);
    const intent = said?.isFirst === true ? said.intent : (understood.intent ?? said?.intent);
    const form = this.forms && intent && formOfIntent(agent, intent);
    if (form && (understood.isSure || said?.isFirst === true)) return { reply: '', form };
    if (understood.intent && understood.isSure) return understood.intent;
    const short = shortReply(understanding, understood, lastOfAgent(messages));
    if (short) return short;
    const known = await this.known(heard, understood);
    if (known !== undefined) return { reply: known };
    if (form) return { reply: '', form };
    if (understood.intent) return understood.intent;
    const isEnough = missesIn(messages, agent) >= MOST_MISSES;
    const handed = isEnough ? this.handOver(heard) : undefined;
    return handed ?? { reply: await this.miss(agent, heard, understood, messages) };
  }

  /** Undefined if the knowledge has no answer, or an intent has a better one. */
  private async known(heard: Transcript, understood: Understood): Promise<string | undefined> {
    const { knowledge, embed, emit } = this.options ?? {};
    if (!knowledge || !embed || !emit || !understood.parts || isUncertain(heard)) return undefined;
    const answer = await knownAnswer(heard.text, understood, { knowledge, embed, emit });
    if (answer !== undefined) this.fromKnowledge.set(heard.text, answer);
    return answer;
  }

  /** Hands off to the target that the caller names, or else the first; undefined if there is none. */
  private handOver({ text }: Transcript): Answer | undefined {
    const names = this.options?.destinations?.() ?? [];
    const said = text.toLowerCase();
    const target = names.find((name) => said.includes(name.toLowerCase().replace(/[_-]/g, ' '))) ?? names[0];
    return target === undefined ? undefined : { reply: "I'll put you through.", target };
  }

  /** Repeats the last answer in full, since the caller may have interrupted it. */
  private async again(agent: AgentDocument, messages: ChatRequest['messages']): Promise<string> {
    const understanding = this.understandingOf(agent);
    for (const heard of questionsIn(messages).slice(-REMEMBERED_QUESTIONS).reverse()) {
      const known = this.fromKnowledge.get(heard.text);
      if (known !== undefined) return known;
      const { intent } = await understanding.of(heard);
      if (intent && intent !== REPEAT) return intent.reply;
    }
    return agent.greeting || notCaught(0);
  }

  private async miss(
    agent: AgentDocument,
    heard: Transcript,
    { ranked = intentsOf(agent) }: Understood,
    messages: ChatRequest['messages'],
  ): Promise<string> {
    if (agent.fallbackReply !== undefined) return agent.fallbackReply;
    const misses = missesIn(messages, agent);
    if (isUncertain(heard)) return notCaught(misses);
    const topics = (await this.options?.knowledge?.topicNames().catch(() => [])) ?? [];
    // What comes nearest to the question first: it may be what the caller wanted.
    const own = ranked.filter((intent) => !OF_ANY_AGENT.includes(intent));
    return notKnown(misses, abilitiesOf(own, topics));
  }

  private understandingOf(agent: AgentDocument): Understanding {
    const known = this.understandings.get(agent);
    if (known) return known;
    const handsOver = agent.builtInTools?.includes('transfer') === true;
    const intents = [...intentsOf(agent), REPEAT, ...(handsOver ? [PERSON] : [])];
    const made = new Understanding(intents, this.meaningOf(intents));
    this.understandings.set(agent, made);
    return made;
  }

  private meaningOf(intents: readonly AgentIntent[]) {
    if (!this.options) return undefined;
    const { accountId, embed, examples, patienceMs } = this.options;
    const vectors = examples.of(accountId, intents);
    // Shared by all agents.
    const elsewhere = examples.of('', ELSEWHERE);
    // Callers that await these get the error.
    for (const made of [vectors, elsewhere]) made.catch(() => undefined);
    return { intents: vectors, elsewhere, embed, patienceMs };
  }
}

function piecesOf({ reply, target }: Answer): ChatPiece[] {
  const call = { callId: randomUUID(), name: 'transfer', argumentsText: JSON.stringify({ target }) };
  return [{ kind: 'text', delta: reply }, ...(target === undefined ? [] : [{ kind: 'call', call } as const])];
}

/** Replies to "yes", "no" and the like after a question of the agent; the document's own intent takes precedence. */
function shortReply(understanding: Understanding, { short }: Understood, asked: string): Answer | undefined {
  if (short === undefined || !asked.trimEnd().endsWith('?')) return undefined;
  const own = understanding.shortIntent(short);
  if (own) return own;
  if (short === 'no') {
    const goodbye = ANYTHING_ELSE.test(asked) ? understanding.goodbye : undefined;
    return goodbye ?? { reply: 'All right.' };
  }
  if (short === 'maybe') return { reply: 'Take your time.' };
  return short === 'yes' ? { reply: 'What would you like to know?' } : undefined;
}

const NOBODY = 'Sorry, nobody can take your call right now.';
const afterHandOver = (output: string): string => (isHandedOver(output) ? 'One moment, please.' : NOBODY);

const isUncertain = ({ text, doubtful = false, keys }: Transcript): boolean =>
  doubtful || keys !== undefined || text.trim() === '';

const lastOfAgent = (messages: ChatRequest['messages']): string =>
  messages.findLast(({ role, content }) => role === 'assistant' && content !== '')?.content ?? '';

/** The number of consecutive misses so far. */
function missesIn(messages: ChatRequest['messages'], { fallbackReply }: AgentDocument): number {
  const said = messages.flatMap(({ role, content }) =>
    role === 'assistant' && content !== '' ? [content] : [],
  );
  const answered = said.findLastIndex((content) => !isMiss(content) && content !== fallbackReply);
  return said.length - 1 - answered;
}

function questionsIn(messages: ChatRequest['messages']): Transcript[] {
  return messages.flatMap((message) =>
    message.role === 'user'
      ? [
          {
            text: message.content,
            keys: message.keys,
            doubtful: message.doubtful ?? false,
          },
        ]
      : [],
  );
}
