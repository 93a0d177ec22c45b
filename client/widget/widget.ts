import { toHttpBase } from '../src/call-options.js';
import { fetchSoon } from '../src/fetch-soon.js';
import { type ExpiringToken, pageToken } from '../src/token-source.js';
import {
  type AgentMode,
  type CallError,
  type CallEnd,
  type CallOptions,
  type CallState,
  EarshotCall,
} from '../src/index.js';
import { textOn } from './contrast.js';
import { Panel, type PanelSettings } from './panel.js';
import { problemOf } from './problem.js';
import { STYLES } from './styles.js';
import { knownLanguages, wordsFor } from './words.js';

/** Attributes of the script element, without `data-`. */
export interface WidgetSettings extends PanelSettings {
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
  readonly position?: string;
  /** `light` or `dark`; default: that of the page. */
  readonly theme?: string;
  /** A color such as `#16365a`; default: `--earshot-accent`. */
  readonly accent?: string;
}

const TAG = 'earshot-widget';
const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(['ar']);

/** The button on a page, its panel, and the call that it makes. */
export class Widget {
  readonly host: HTMLElement;
  private readonly panel: Panel;
  private call: EarshotCall | undefined;
  private isConnected = false;
  /** Of the last call, which the caller may rate. */
  private sessionId = '';
  private token = '';
  /** Written before the call was connected. */
  private readonly unsent: string[] = [];

  constructor(private readonly settings: WidgetSettings) {
    const choices = knownLanguages(settings.languages?.split(/[\s,]+/) ?? []);
    const preferred = [settings.lang ?? document.documentElement.lang, ...navigator.languages];
    const allowed = choices.length === 0 ? preferred : knownLanguages(preferred).filter(isOneOf(choices));
    const { language, words } = wordsFor([...allowed, ...choices]);
    this.host = document.createElement(TAG);
    this.setLocale(language);
    this.dress();
    const root = this.host.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLES);
    root.adoptedStyleSheets = [sheet];
    this.panel = new Panel(root, { words, choices }, settings, {
      call: () => this.start(),
      hangUp: () => this.call?.hangUp(),
      toggleMute: () => this.toggleMute(),
      send: (text) => this.send(text),
      write: () => this.start(false),
      chooseLanguage: (chosen) => this.setLanguage(chosen),
      rate: (stars) => void this.rate(stars).catch(ignore),
      playSound: () => void this.call?.resumePlayback().then(() => this.panel.offerSound(false), ignore),
    });
    document.body.append(this.host);
  }

  /** @param options `focus: false` leaves the focus where it is. */
  open(options?: { readonly focus?: boolean }): void {
    this.panel.open(options);
  }

  close(): void {
    this.panel.close();
  }

  /** @param language a code such as `de`; unknown ones mean English. A running call continues. */
  setLanguage(language: string): void {
    const known = wordsFor([language]);
    this.setLocale(known.language);
    this.panel.speak(known.words);
  }

  /** Hangs up, and takes the widget off the page. */
  remove(): void {
    this.call?.hangUp();
    this.host.remove();
  }

  /** Makes a call, unless there is one; without a microphone for callers who prefer typing. */
  start(microphone = true): void {
    if (this.call) return;
    const call = new EarshotCall({ ...this.options(), microphone });
    this.call = call;
    this.panel.transcript.clear();
    this.panel.showCalling();
    call.on('state', (state) => this.showState(state));
    call.on('session', ({ sessionId }) => (this.sessionId = sessionId));
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
    const { connector, tokenUrl, mode } = this.settings;
    const ask = () =>
      tokenUrl === undefined ? pageToken(this.httpBase, connector ?? '') : askForToken(tokenUrl);
    const authToken = async () => {
      const given = await ask();
      this.token = typeof given === 'string' ? given : given.token;
      return given;
    };
    // The server refuses an unknown mode.
    return {
      signalingUrl: this.signalingUrl,
      authToken,
      ...(mode !== undefined && { mode: mode as AgentMode }),
    };
  }

  private get signalingUrl(): string {
    return new URL('api/v1/webrtc/signal', this.settings.server).href;
  }

  private get httpBase(): string {
    return toHttpBase(this.signalingUrl);
  }

  private async rate(stars: number): Promise<void> {
    this.tell('earshot-rating', { stars, sessionId: this.sessionId });
    await fetchSoon(`${this.httpBase}/api/v1/calls/${encodeURIComponent(this.sessionId)}/rating`, {
      method: 'PUT',
      credentials: 'omit',
      headers: { Authorization: `Bearer ${this.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ stars }),
    });
  }

  private setLocale(language: string): void {
    this.host.lang = language;
    this.host.dir = RIGHT_TO_LEFT.has(language) ? 'rtl' : 'ltr';
  }

  private dress(): void {
    const { position, theme, accent } = this.settings;
    if (position) this.host.dataset.position = position;
    if (theme) this.host.dataset.theme = theme;
    if (!accent) return;
    this.host.style.setProperty('--earshot-accent', accent);
    this.host.style.setProperty('--earshot-accent-text', textOn(accent));
  }

  /** Text before a call begins one without a microphone. */
  private send(text: string): void {
    if (this.isConnected) return this.call?.sendText(text);
    this.unsent.push(text);
    this.start(false);
  }

  private toggleMute(): void {
    if (!this.call) return;
    this.call.mute(!this.call.muted);
    this.panel.showMuted(this.call.muted);
  }

  private showState(state: CallState): void {
    // The error is resolved; but a caller without a microphone still can't be heard.
    if (state === 'connected' && !this.call?.microphoneIsLost) this.panel.showProblem(undefined);
    if (state === 'connected') this.showConnected();
    else if (state !== 'idle' && state !== 'ended') this.panel.showStatus(state);
    this.tell('earshot-state', state);
  }

  private showConnected(): void {
    this.isConnected = true;
    this.panel.showStatus('listening');
    for (const text of this.unsent.splice(0)) this.call?.sendText(text);
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
    const mayRate = this.isConnected;
    this.call = undefined;
    this.isConnected = false;
    this.unsent.length = 0;
    this.panel.showIdle(reason === 'remote' ? 'endedByAgent' : 'ended');
    if (mayRate) this.panel.askForRating();
    if (error?.code.startsWith('MICROPHONE')) this.panel.offerWriting();
  }

  /** Dispatches an event for the page; it bubbles from the widget's element. */
  private tell(name: string, detail: unknown): void {
    this.host.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  }
}

const isOneOf = (choices: readonly string[]) => (code: string) => choices.includes(code);

const ignore = () => undefined;

async function askForToken(url: string): Promise<string | ExpiringToken> {
  const answer = await fetchSoon(url, { method: 'POST', credentials: 'same-origin' });
  if (!answer.ok) throw new Error(`the backend answered ${answer.status}`);
  const isJson = answer.headers.get('content-type')?.includes('json') ?? false;
  return isJson ? ((await answer.json()) as { token: string; expiresAt?: string }) : answer.text();
}
