import { fetchSoon } from '../src/fetch-soon.js';
import {
  type AgentMode,
  type CallError,
  type CallEnd,
  type CallOptions,
  type CallState,
  EarshotCall,
} from '../src/index.js';
import { Panel } from './panel.js';
import { problemOf } from './problem.js';
import { STYLES } from './styles.js';
import { knownLanguages, wordsFor } from './words.js';

/** Attributes of the script element, without `data-`. */
export interface WidgetSettings {
  /** The connector, which must allow pages of this origin (`publicAccess`). */
  readonly connector?: string;
  /** Alternative: URL of your backend that answers a POST with a call token: text, or JSON `{token, expiresAt}`. */
  readonly tokenUrl?: string;
  /** Address of the server; default: the script's origin. */
  readonly server: string;
  /** `end-to-end` or `traditional`; default: the one that the agent has models for. */
  readonly mode?: string;
  /** Language of the texts; default: that of the page. */
  readonly lang?: string;
  /** Selectable languages, separated by spaces; none: no selection. */
  readonly languages?: string;
  /** Text of the button. */
  readonly label?: string;
  readonly position?: string;
}

const TAG = 'earshot-widget';

/** The button on a page, its panel, and the call that it makes. */
export class Widget {
  readonly host: HTMLElement;
  private readonly panel: Panel;
  private call: EarshotCall | undefined;

  constructor(private readonly settings: WidgetSettings) {
    const choices = knownLanguages(settings.languages?.split(/[\s,]+/) ?? []);
    const preferred = [settings.lang ?? document.documentElement.lang, ...navigator.languages];
    const allowed = choices.length === 0 ? preferred : knownLanguages(preferred).filter(isOneOf(choices));
    const { language, words } = wordsFor([...allowed, ...choices]);
    this.host = document.createElement(TAG);
    this.host.lang = language;
    if (settings.position) this.host.dataset.position = settings.position;
    const root = this.host.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLES);
    root.adoptedStyleSheets = [sheet];
    this.panel = new Panel(root, { words, choices }, settings.label, {
      call: () => this.start(),
      hangUp: () => this.call?.hangUp(),
      toggleMute: () => this.toggleMute(),
      send: (text) => this.call?.sendText(text),
      write: () => this.start(false),
      chooseLanguage: (chosen) => this.setLanguage(chosen),
      playSound: () => void this.call?.resumePlayback().then(() => this.panel.offerSound(false), ignore),
    });
    document.body.append(this.host);
  }

  open(): void {
    this.panel.open();
  }

  close(): void {
    this.panel.close();
  }

  /** @param language a code such as `de`; unknown ones mean English. A running call continues. */
  setLanguage(language: string): void {
    const known = wordsFor([language]);
    this.host.lang = known.language;
    this.panel.speak(known.words);
  }

  /** Makes a call, unless there is one; without a microphone for callers who prefer typing. */
  start(microphone = true): void {
    if (this.call) return;
    const call = new EarshotCall({ ...this.options(), microphone });
    this.call = call;
    this.panel.transcript.clear();
    this.panel.showCalling();
    call.on('state', (state) => this.showState(state));
    call.on('agent', (state) => this.panel.showStatus(state));
    call.on('transcript', (turn) => this.panel.transcript.show(turn));
    call.on('levels', ({ caller, agent }) => this.panel.showLevel(Math.max(caller, agent)));
    call.on('error', (error) => this.showError(error));
    call.on('devices', () => this.showMicrophone());
    call.on('ended', (end) => this.showEnd(end));
    // Failures are reported as events.
    call.start().catch(ignore);
  }

  private options(): CallOptions {
    const { connector, tokenUrl, server, mode } = this.settings;
    const signalingUrl = new URL('api/v1/webrtc/signal', server).href;
    // The server refuses an unknown mode.
    const named = mode === undefined ? {} : { mode: mode as AgentMode };
    return tokenUrl === undefined
      ? { signalingUrl, connectorId: connector ?? '', ...named }
      : { signalingUrl, authToken: () => askForToken(tokenUrl), ...named };
  }

  private toggleMute(): void {
    if (!this.call) return;
    this.call.mute(!this.call.muted);
    this.panel.showMuted(this.call.muted);
  }

  private showState(state: CallState): void {
    // The error is resolved; but a caller without a microphone still can't be heard.
    if (state === 'connected' && !this.call?.microphoneIsLost) this.panel.showProblem(undefined);
    if (state === 'connected') this.panel.showStatus('listening');
    else if (state !== 'idle' && state !== 'ended') this.panel.showStatus(state);
    this.tell('earshot-state', state);
  }

  private showError(error: CallError): void {
    if (error.code === 'PLAYBACK_BLOCKED') this.panel.offerSound(true);
    else this.panel.showProblem(problemOf(error));
    this.tell('earshot-error', error);
  }

  private showMicrophone(): void {
    if (this.call && !this.call.microphoneIsLost) this.panel.showProblem(undefined);
  }

  private showEnd({ reason, error }: CallEnd): void {
    this.call = undefined;
    this.panel.showIdle(reason === 'remote' ? 'endedByAgent' : 'ended');
    if (error?.code.startsWith('MICROPHONE')) this.panel.offerWriting();
  }

  /** Dispatches an event for the page; it bubbles from the widget's element. */
  private tell(name: string, detail: unknown): void {
    this.host.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  }
}

const isOneOf = (choices: readonly string[]) => (code: string) => choices.includes(code);

const ignore = () => undefined;

async function askForToken(url: string) {
  const answer = await fetchSoon(url, { method: 'POST', credentials: 'same-origin' });
  if (!answer.ok) throw new Error(`the backend answered ${answer.status}`);
  const isJson = answer.headers.get('content-type')?.includes('json') ?? false;
  return isJson ? ((await answer.json()) as { token: string; expiresAt?: string }) : answer.text();
}
