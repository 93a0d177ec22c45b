import { randomUUID } from 'node:crypto';
import type { AgentDocument, AgentForm, AgentIntent } from '../../../agent-document/index.js';
import { isHandedOver } from '../../../tools/index.js';
import type { AgentEvent } from '../../../voice/agent-adapter.js';
import type { CallKnowledge } from '../../../voice/call-knowledge.js';
import type { ChatPiece, ChatRequest, Expectations, LanguageModel, Transcript } from '../../stages/index.js';
import type { Embed, ExampleVectors } from '../../starter/example-vectors.js';
import { REPEAT_REQUESTS } from '../../starter/expected-sentences.js';
import { formOf, formSaid, intentsOf } from '../forms/form-intents.js';
import type { FormTurns } from '../forms/form-turns.js';
import type { RunningForm } from '../forms/kept-form.js';
import { abilitiesOf } from './abilities.js';
import { knownAnswer } from './known-answer.js';
import { ELSEWHERE } from './elsewhere.js';
import { isMiss, notCaught, notKnown } from './replies.js';
import { type Understood, Understanding } from './understanding.js';

/** How far back an answer that the caller wants to hear again is looked for. */
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
/** So many questions in a row without an answer are enough. */
const MOST_MISSES = 2;

const ANYTHING_ELSE = /\b(anything|something) else\b[^.!?]*\?\s*$/i;

export interface IntentModelOptions {
  readonly accountId: string;
  /** What texts mean. @throws AgentFault */
  readonly embed: Embed;
  readonly examples: ExampleVectors;
  readonly knowledge?: CallKnowledge | undefined;
  readonly emit: (event: AgentEvent) => void;
  /** Whom the caller can be handed over to now; nobody where it is absent. */
  readonly destinations?: () => readonly string[];
  /** How long an answer waits for what texts mean, in milliseconds; words alone count then. Default: 3,000. */
  readonly patienceMs?: number;
}

type Answer = Pick<AgentIntent, 'reply' | 'endsCall'> & {
  /** What the caller wants to have filled in. */
  readonly form?: AgentForm;
  /** Who is to get the caller. */
  readonly target?: string;
};

/**
 * Answers with the replies of the document's intents, and with sentences of what the agent knows: a language model that
 * needs no server, and says only what the agent's author wrote.
 */
export class IntentModel implements LanguageModel {
  private readonly understandings = new WeakMap<AgentDocument, Understanding>();
  /** What was answered from knowledge, by what was asked. */
  private readonly fromKnowledge = new Map<string, string>();

  /** @param options Absent where nobody tells what texts mean: words alone count then. */
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
      knows: (heard) => awaited() !== undefined || words.match(heard) !== undefined,
      answerTo: async (heard) => {
        const intent = awaited() ? undefined : (await understanding.of(heard)).intent;
        return intent && formOf(agent, intent) ? undefined : intent?.reply;
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

  /** The caller's turn in a form; one that is none of an answer may be another question, which is answered first. */
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
      isSure && intent !== undefined && ![REPEAT, PERSON].includes(intent) && !formOf(agent, intent);
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
    const form = this.forms && intent && formOf(agent, intent);
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
    return handed ?? { reply: await this.miss(agent, heard, messages) };
  }

  /** Undefined where nothing that the agent knows answers it, or an intent does so better. */
  private async known(heard: Transcript, understood: Understood): Promise<string | undefined> {
    const { knowledge, embed, emit } = this.options ?? {};
    if (!knowledge || !embed || !emit || !understood.parts || isUncertain(heard)) return undefined;
    const answer = await knownAnswer(heard.text, understood, { knowledge, embed, emit });
    if (answer !== undefined) this.fromKnowledge.set(heard.text, answer);
    return answer;
  }

  /** To the one that the caller names, or else the first; undefined where nobody can be reached. */
  private handOver({ text }: Transcript): Answer | undefined {
    const names = this.options?.destinations?.() ?? [];
    const said = text.toLowerCase();
    const target = names.find((name) => said.includes(name.toLowerCase().replace(/[_-]/g, ' '))) ?? names[0];
    return target === undefined ? undefined : { reply: "I'll put you through.", target };
  }

  /** What was answered last, in full: the caller may have interrupted it. */
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
    messages: ChatRequest['messages'],
  ): Promise<string> {
    if (agent.fallbackReply !== undefined) return agent.fallbackReply;
    const misses = missesIn(messages, agent);
    if (isUncertain(heard)) return notCaught(misses);
    const topics = (await this.options?.knowledge?.topicNames().catch(() => [])) ?? [];
    return notKnown(misses, abilitiesOf(intentsOf(agent), topics));
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
    // The same for all agents.
    const elsewhere = examples.of('', ELSEWHERE);
    // Whoever asks for them is told.
    for (const made of [vectors, elsewhere]) made.catch(() => undefined);
    return { intents: vectors, elsewhere, embed, patienceMs };
  }
}

function piecesOf({ reply, target }: Answer): ChatPiece[] {
  const call = { callId: randomUUID(), name: 'transfer', argumentsText: JSON.stringify({ target }) };
  return [{ kind: 'text', delta: reply }, ...(target === undefined ? [] : [{ kind: 'call', call } as const])];
}

/** Nobody asked, or what was asked has an answer of its own: then a "yes" is words like all others. */
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

/** How often in a row, until now, the agent had no answer. */
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
