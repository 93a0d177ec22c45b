/** Texts of the widget in one language. */
export interface Words {
  /** The language's own name. */
  readonly name: string;
  readonly language: string;
  readonly open: string;
  readonly title: string;
  readonly call: string;
  readonly hangUp: string;
  readonly mute: string;
  readonly unmute: string;
  readonly close: string;
  readonly transcript: string;
  readonly you: string;
  readonly agent: string;
  readonly ready: string;
  readonly starting: string;
  readonly connecting: string;
  readonly listening: string;
  readonly thinking: string;
  readonly speaking: string;
  readonly reconnecting: string;
  readonly ended: string;
  readonly endedByAgent: string;
  readonly playSound: string;
  readonly microphoneDenied: string;
  readonly microphoneNotFound: string;
  readonly microphoneLost: string;
  readonly unreachable: string;
  readonly lost: string;
  readonly busy: string;
  readonly failed: string;
  readonly write: string;
  readonly send: string;
  readonly writeInstead: string;
}

const en: Words = {
  name: 'English',
  language: 'Language',
  open: 'Talk to us',
  title: 'Voice call',
  call: 'Call',
  hangUp: 'Hang up',
  mute: 'Mute',
  unmute: 'Unmute',
  close: 'Close',
  transcript: 'Transcript',
  you: 'You',
  agent: 'Agent',
  ready: 'Press “Call” and speak.',
  starting: 'Allow the microphone, please.',
  connecting: 'Connecting…',
  listening: 'Listening',
  thinking: 'Thinking…',
  speaking: 'Speaking',
  reconnecting: 'The connection is bad. Reconnecting…',
  ended: 'The call has ended.',
  endedByAgent: 'The agent has hung up.',
  playSound: 'Hear the agent',
  microphoneDenied: 'Allow the microphone for this site in the browser, then call again.',
  microphoneNotFound: 'No microphone was found. Connect one, then call again.',
  microphoneLost: 'The microphone is gone. Connect one: the call goes on.',
  unreachable: 'The service can’t be reached. Try again in a moment.',
  lost: 'The connection was lost. Call again.',
  busy: 'All lines are busy. Try again in a minute.',
  failed: 'The call did not work. Try again.',
  write: 'Write to the agent',
  send: 'Send',
  writeInstead: 'Write instead',
};

const de: Words = {
  name: 'Deutsch',
  language: 'Sprache',
  open: 'Sprechen Sie mit uns',
  title: 'Anruf',
  call: 'Anrufen',
  hangUp: 'Auflegen',
  mute: 'Stumm schalten',
  unmute: 'Ton einschalten',
  close: 'Schließen',
  transcript: 'Mitschrift',
  you: 'Sie',
  agent: 'Agent',
  ready: 'Drücken Sie „Anrufen“ und sprechen Sie.',
  starting: 'Bitte erlauben Sie das Mikrofon.',
  connecting: 'Verbinden …',
  listening: 'Hört zu',
  thinking: 'Denkt nach …',
  speaking: 'Spricht',
  reconnecting: 'Die Verbindung ist schlecht. Neuer Versuch …',
  ended: 'Das Gespräch ist beendet.',
  endedByAgent: 'Der Agent hat aufgelegt.',
  playSound: 'Agent hören',
  microphoneDenied: 'Erlauben Sie dieser Seite im Browser das Mikrofon und rufen Sie dann erneut an.',
  microphoneNotFound: 'Kein Mikrofon gefunden. Schließen Sie eines an und rufen Sie dann erneut an.',
  microphoneLost: 'Das Mikrofon ist weg. Schließen Sie eines an: Das Gespräch geht weiter.',
  unreachable: 'Der Dienst ist nicht erreichbar. Versuchen Sie es gleich noch einmal.',
  lost: 'Die Verbindung ging verloren. Rufen Sie noch einmal an.',
  busy: 'Alle Leitungen sind belegt. Versuchen Sie es in einer Minute noch einmal.',
  failed: 'Der Anruf hat nicht geklappt. Versuchen Sie es noch einmal.',
  write: 'Dem Agenten schreiben',
  send: 'Senden',
  writeInstead: 'Stattdessen schreiben',
};

const fr: Words = {
  name: 'Français',
  language: 'Langue',
  open: 'Parlez-nous',
  title: 'Appel vocal',
  call: 'Appeler',
  hangUp: 'Raccrocher',
  mute: 'Couper le micro',
  unmute: 'Rétablir le micro',
  close: 'Fermer',
  transcript: 'Transcription',
  you: 'Vous',
  agent: 'Agent',
  ready: 'Appuyez sur « Appeler » et parlez.',
  starting: 'Veuillez autoriser le micro.',
  connecting: 'Connexion…',
  listening: 'Écoute',
  thinking: 'Réfléchit…',
  speaking: 'Parle',
  reconnecting: 'La connexion est mauvaise. Nouvel essai…',
  ended: 'L’appel est terminé.',
  endedByAgent: 'L’agent a raccroché.',
  playSound: 'Entendre l’agent',
  microphoneDenied: 'Autorisez le micro pour ce site dans le navigateur, puis rappelez.',
  microphoneNotFound: 'Aucun micro trouvé. Branchez-en un, puis rappelez.',
  microphoneLost: 'Le micro a disparu. Branchez-en un : l’appel continue.',
  unreachable: 'Le service est injoignable. Réessayez dans un instant.',
  lost: 'La connexion a été perdue. Rappelez.',
  busy: 'Toutes les lignes sont occupées. Réessayez dans une minute.',
  failed: 'L’appel n’a pas abouti. Réessayez.',
  write: 'Écrire à l’agent',
  send: 'Envoyer',
  writeInstead: 'Écrire à la place',
};

const es: Words = {
  name: 'Español',
  language: 'Idioma',
  open: 'Hable con nosotros',
  title: 'Llamada de voz',
  call: 'Llamar',
  hangUp: 'Colgar',
  mute: 'Silenciar',
  unmute: 'Activar el micrófono',
  close: 'Cerrar',
  transcript: 'Transcripción',
  you: 'Usted',
  agent: 'Agente',
  ready: 'Pulse «Llamar» y hable.',
  starting: 'Permita el micrófono, por favor.',
  connecting: 'Conectando…',
  listening: 'Escucha',
  thinking: 'Piensa…',
  speaking: 'Habla',
  reconnecting: 'La conexión es mala. Reconectando…',
  ended: 'La llamada ha terminado.',
  endedByAgent: 'El agente ha colgado.',
  playSound: 'Oír al agente',
  microphoneDenied: 'Permita el micrófono a este sitio en el navegador y vuelva a llamar.',
  microphoneNotFound: 'No se encontró ningún micrófono. Conecte uno y vuelva a llamar.',
  microphoneLost: 'El micrófono ya no está. Conecte uno: la llamada continúa.',
  unreachable: 'No se puede contactar con el servicio. Inténtelo de nuevo en un momento.',
  lost: 'Se perdió la conexión. Llame de nuevo.',
  busy: 'Todas las líneas están ocupadas. Inténtelo de nuevo en un minuto.',
  failed: 'La llamada no funcionó. Inténtelo de nuevo.',
  write: 'Escribir al agente',
  send: 'Enviar',
  writeInstead: 'Escribir en su lugar',
};

/** By language code (BCP 47). */
export const LANGUAGES: Readonly<Record<string, Words>> = { en, de, fr, es };

/** Those of the given codes (BCP 47) that the widget knows, in order. */
export const knownLanguages = (wanted: readonly string[]): string[] =>
  wanted
    .map((tag) => tag.trim().toLowerCase().split('-', 1)[0] ?? '')
    .filter((code) => Object.hasOwn(LANGUAGES, code));

/** The first of these languages that the widget knows, and its texts; otherwise English. */
export function wordsFor(wanted: readonly string[]): { readonly language: string; readonly words: Words } {
  const language = knownLanguages(wanted)[0] ?? 'en';
  return { language, words: LANGUAGES[language] ?? en };
}
