import type { Expectations, Transcript } from '../stages/index.js';
import type { AgentWords } from '../words/index.js';
import type { PipelineOptions } from './pipeline-options.js';
import { sentencesOf } from './sentence-splitter.js';

/** Synthesizes a predictable answer during the silence that ends the turn. */
export async function anticipateAnswer(
  soFar: Transcript,
  expectations: Expectations,
  { tts, context, words }: Pick<PipelineOptions, 'tts' | 'context'> & { readonly words: AgentWords },
): Promise<void> {
  if (!tts.first?.anticipate) return;
  const { languageCode, voice } = context.agent;
  const [text] = sentencesOf((await expectations.answerTo(soFar)) ?? '', languageCode);
  if (text === undefined || context.signal.aborted) return;
  const spoken = words.spoken(text, tts.first.abilities?.(undefined));
  tts.first.anticipate({ text: spoken, voiceId: voice?.voiceId, speed: voice?.speed });
}
