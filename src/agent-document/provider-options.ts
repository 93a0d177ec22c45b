import type { AgentDocument } from './agent-document.js';

/** Options that a document adds to a provider's requests, by the provider's own names. */
export type ProviderOptions = Readonly<Record<string, unknown>>;

type Stage = 'stt' | 'llm' | 'tts' | 'endToEnd';
type Choice = { readonly options?: ProviderOptions };
type Chosen = Choice & { readonly fallbacks?: readonly Choice[] };

const MAX_CHARACTERS = 4_000;

const names = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Options that Earshot sets itself in any protocol, to control the call and parse answers. */
const RESERVED: Readonly<Record<Stage, ReadonlySet<string>>> = {
  stt: names(
    'file model response_format stream encoding sample_rate channels multichannel interim_results ' +
      'endpointing utterance_end_ms callback callback_method keyterm keywords',
  ),
  llm: names(
    'model messages stream stream_options tools tool_choice functions function_call n modalities audio',
  ),
  tts: names('model model_id input text transcript voice response_format stream_format output_format stream'),
  endToEnd: names(
    'type model instructions tools tool_choice voice audio modalities output_modalities ' +
      'input_audio_format output_audio_format input_audio_transcription turn_detection ' +
      'responseModalities systemInstruction speechConfig realtimeInputConfig inputAudioTranscription ' +
      'outputAudioTranscription sessionResumption httpOptions',
  ),
};

/** Problems with the options of a document, by JSON Pointer. */
export function optionProblems(models: AgentDocument['models'], place: string): string[] {
  const { endToEnd, traditional = {} } = models ?? {};
  const { stt, llm, tts } = traditional;
  return [
    ...problemsOf('endToEnd', endToEnd, `${place}/endToEnd`),
    ...problemsOf('stt', stt, `${place}/traditional/stt`),
    ...problemsOf('llm', llm, `${place}/traditional/llm`),
    ...problemsOf('tts', tts, `${place}/traditional/tts`),
  ];
}

function problemsOf(stage: Stage, chosen: Chosen | undefined, place: string): string[] {
  if (!chosen) return [];
  const { fallbacks = [] } = chosen;
  return [
    ...problemsIn(stage, chosen, place),
    ...fallbacks.flatMap((one, index) => problemsIn(stage, one, `${place}/fallbacks/${index}`)),
  ];
}

function problemsIn(stage: Stage, { options = {} }: Choice, place: string): string[] {
  const reserved = Object.keys(options).filter((name) => RESERVED[stage].has(name));
  const { length } = JSON.stringify(options);
  return [
    ...reserved.map((name) => `${place}/options/${name} is set by Earshot: leave it out`),
    ...(length > MAX_CHARACTERS
      ? [`${place}/options must have at most ${MAX_CHARACTERS} characters of JSON, not ${length}`]
      : []),
  ];
}
