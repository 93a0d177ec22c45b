/** Plain words for fields, by their place in the document without the places in lists. */
const LABELS: Readonly<Record<string, string>> = {
  greeting: 'Greeting',
  prompt: 'Prompt',
  languageCode: 'Language',
  timeZone: 'Time zone',
  fallbackReply: 'When it did not understand',
  'voice.voiceId': 'Voice',
  'voice.speed': 'Speed of speech',
  'llm.modelId': 'Language model',
  'llm.temperature': 'Temperature',
  'models.endToEnd': 'One model for all (end-to-end)',
  'models.traditional': 'A model for each stage (traditional)',
  'models.traditional.stt': 'Speech to text',
  'models.traditional.llm': 'Language model',
  'models.traditional.tts': 'Text to speech',
  'turnTaking.detection': 'Who finds out about turns',
  'turnTaking.endpointingMinMs': 'Wait after a finished sentence',
  'turnTaking.endpointingMaxMs': 'Wait at the longest',
  'turnTaking.endpointing': 'Known questions',
  'turnTaking.endpointing.completeMs': 'Wait after a whole question',
  'turnTaking.backchannel': 'When both speak',
  'turnTaking.backchannel.judge': 'Go on while it is unclear',
  'turnTaking.backchannel.duckDb': 'Softer meanwhile (dB)',
  'turnTaking.interruptions': 'Callers can interrupt',
  'turnTaking.interruptionMinMs': 'Speech that interrupts',
  'turnTaking.interruptionMinWords': 'Words that interrupt',
  'turnTaking.falseInterruptionMs': 'Go on after a false interruption',
  'turnTaking.greetingInterruptible': 'The greeting can be interrupted',
  'turnTaking.noInputPromptMs': 'Ask again after silence',
  'turnTaking.noInputPrompts': 'What it asks then',
  'turnTaking.hangUpAfterSilenceMs': 'Hang up after silence',
  'knowledge.mode': 'How it looks things up',
  'knowledge.maxPassages': 'Passages in a turn',
  'knowledge.tokenBudget': 'Length of the passages (tokens)',
  'privacy.storeText': 'Keep what is said',
  'privacy.recordAudio': 'Record calls',
  'privacy.storeKeys': 'Keep keys that are pressed',
  'privacy.redact': 'Leave out of the records',
  'analysis.summary': 'Sum the call up',
  'analysis.fields': 'Facts to find (JSON Schema)',
  'analysis.success': 'A call went well when',
  'analysis.provider': 'Provider that is asked',
  'analysis.modelId': 'Model that is asked',
  'speech.pronunciations': 'Words that are said otherwise',
  'speech.spokenForms': 'Write numbers and dates out',
  'speech.keyphrases': 'Words that callers will say',
  'speech.replacements': 'Words that are heard wrong',
  'transfer.destinations': 'Whom callers can be handed over to',
  builtInTools: 'What it can do on the line',
  tools: 'Tools',
  intents: 'Questions and answers',
  variants: 'Variants',
  'intents.examples': 'What a caller may say',
  'intents.endsCall': 'Ends the call',
  'tools.http': 'Request',
  'tools.http.url': 'URL',
  'tools.parameters': 'Arguments (JSON Schema)',
  'tools.filler': 'Said while it takes long',
  hang_up: 'Hang up',
  transfer: 'Hand over',
  send_dtmf: 'Press keys',
  collect_digits: 'Collect digits',
  card_numbers: 'Card numbers',
  emails: 'E-mail addresses',
  phone_numbers: 'Phone numbers',
  ahead: 'Before each answer',
  tool: 'When the model asks',
  off: 'Not at all',
  server: 'The provider',
  earshot: 'Earshot',
};

const isPlace = (part: string) => /^\d+$/.test(part);

/** The words for a field: ours where there are some, else made of its name. */
export function labelOf(path: readonly string[]): string {
  const names = path.filter((part) => !isPlace(part));
  const known = LABELS[names.join('.')];
  if (known !== undefined) return known;
  const name = (names.at(-1) ?? '').replace(/Ms$/, '');
  const words = name.replaceAll('_', ' ').replace(/([a-z])([A-Z])/g, '$1 $2');
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}

export const choiceLabel = (value: string): string => LABELS[value] ?? value;
