import { button, drawing, element, iconButton, setText } from './dom.js';
import { languageChoice } from './language-choice.js';
import { Launcher } from './launcher.js';
import { type Mood, Orb } from './orb.js';
import { panelHead } from './panel-head.js';
import { Rating } from './rating.js';
import { Texts } from './texts.js';
import { TranscriptList } from './transcript-list.js';
import type { Words } from './words.js';
import { WriteForm } from './write-form.js';

export interface PanelActions {
  call(): void;
  hangUp(): void;
  toggleMute(): void;
  playSound(): void;
  /** Also calls, without a microphone, if there is no call. */
  send(text: string): void;
  /** Calls without a microphone. */
  write(): void;
  readonly chooseLanguage: (language: string) => void;
  rate(stars: number): void;
}

export interface PanelLanguage {
  readonly words: Words;
  /** Codes of the selectable languages. */
  readonly choices: readonly string[];
}

/** What the page says of the agent. */
export interface PanelSettings {
  readonly label?: string;
  readonly name?: string;
  readonly picture?: string;
  readonly greeting?: string;
  readonly consent?: string;
  /** Address of a page about privacy. */
  readonly privacy?: string;
}

const MOODS: Readonly<Partial<Record<keyof Words, Mood>>> = {
  listening: 'listening',
  speaking: 'speaking',
  thinking: 'thinking',
  starting: 'thinking',
  connecting: 'thinking',
  reconnecting: 'thinking',
};

/** The button on the page and the panel that it opens. */
export class Panel {
  readonly transcript: TranscriptList;
  private readonly texts: Texts;
  private readonly launcher: Launcher;
  private readonly panel: HTMLElement;
  private readonly orb = new Orb();
  private readonly greeting = element('p', { class: 'greeting' });
  private readonly status = element('p', { class: 'status', role: 'status' });
  private readonly problem = element('p', { class: 'problem', role: 'alert' });
  private readonly stage: HTMLElement;
  private readonly callButton: HTMLButtonElement;
  private readonly hangUpButton: HTMLButtonElement;
  private readonly muteButton: HTMLButtonElement;
  private readonly soundButton: HTMLButtonElement;
  private readonly writeButton: HTMLButtonElement;
  private readonly form: WriteForm;
  private readonly rating: Rating;
  private shownStatus: keyof Words = 'ready';
  private shownProblem: keyof Words | undefined;
  private isMuted = false;

  constructor(
    root: ShadowRoot,
    { words, choices }: PanelLanguage,
    private readonly settings: PanelSettings,
    actions: PanelActions,
  ) {
    const texts = new Texts(words);
    this.texts = texts;
    this.transcript = new TranscriptList(texts);
    this.launcher = new Launcher(texts, settings.label, () => this.open());
    this.callButton = this.named('call', 'primary', () => actions.call());
    this.callButton.prepend(drawing('mic'));
    this.hangUpButton = iconButton('hangUp', 'icon hang-up', () => actions.hangUp());
    this.muteButton = iconButton('mic', 'icon', () => actions.toggleMute());
    this.soundButton = this.named('playSound', '', () => actions.playSound());
    this.writeButton = this.named('writeInstead', '', () => actions.write());
    this.form = new WriteForm(texts, (text) => actions.send(text));
    this.rating = new Rating(texts, (stars) => actions.rate(stars));
    this.stage = element('div', { class: 'stage' }, [
      ...[this.orb.root, this.greeting, this.status, this.problem, this.rating.root],
      ...[this.callButton, this.writeButton, this.soundButton],
    ]);
    const chooser = choices.length < 2 ? [] : [languageChoice(texts, choices, actions.chooseLanguage)];
    this.panel = this.build(chooser);
    texts.put(() => this.say());
    this.panel.hidden = true;
    root.append(this.launcher.root, this.panel);
    this.showIdle('ready');
  }

  /** A button with a translated text. */
  private named(name: keyof Words, className: string, onClick: () => void): HTMLButtonElement {
    const made = button('', className, onClick);
    const text = element('span');
    made.append(text);
    this.texts.put((now) => (text.textContent = now[name]));
    return made;
  }

  private build(chooser: readonly HTMLElement[]): HTMLElement {
    const { settings, texts, form, muteButton, hangUpButton } = this;
    const panel = element('section', { role: 'dialog', class: 'panel' }, [
      panelHead(texts, settings, chooser, () => this.close()),
      this.stage,
      this.transcript.root,
      element('footer', {}, [
        element('div', { class: 'line' }, [muteButton, form.root, hangUpButton]),
        ...this.legal(),
      ]),
    ]);
    texts.put((now) => panel.setAttribute('aria-label', settings.name ?? now.title));
    panel.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') this.close();
    });
    return panel;
  }

  /** The notice shown before a visitor talks. */
  private legal(): readonly HTMLElement[] {
    const { consent, privacy } = this.settings;
    if (consent === undefined && privacy === undefined) return [];
    const line = element('p', { class: 'legal' }, [consent ?? '']);
    if (privacy !== undefined) {
      const link = element('a', { href: privacy, target: '_blank', rel: 'noopener' });
      this.texts.put((now) => (link.textContent = now.privacy));
      line.append(' ', link);
    }
    return [line];
  }

  speak(words: Words): void {
    this.texts.change(words);
  }

  open({ focus = true } = {}): void {
    this.panel.hidden = false;
    this.launcher.root.hidden = true;
    if (focus) (this.callButton.hidden ? this.hangUpButton : this.callButton).focus();
  }

  /** Closing the panel does not end the call. */
  close(): void {
    this.panel.hidden = true;
    this.launcher.root.hidden = false;
    this.launcher.root.focus();
  }

  showIdle(status: keyof Words): void {
    this.showStatus(status);
    this.showLevel(0);
    this.arrange(false);
  }

  showCalling(): void {
    this.showProblem(undefined);
    this.showMuted(false);
    this.arrange(true);
  }

  showStatus(status: keyof Words): void {
    this.shownStatus = status;
    this.say();
  }

  showProblem(problem: keyof Words | undefined): void {
    this.shownProblem = problem;
    this.say();
  }

  showMuted(muted: boolean): void {
    this.isMuted = muted;
    this.muteButton.replaceChildren(drawing(muted ? 'muted' : 'mic'));
    this.say();
  }

  /** For callers without a microphone. */
  offerWriting(): void {
    this.writeButton.hidden = false;
  }

  /** After a call. */
  askForRating(): void {
    this.rating.ask();
  }

  offerSound(isOffered: boolean): void {
    this.soundButton.hidden = !isOffered;
  }

  /** From 0 to 1. */
  showLevel(level: number): void {
    this.orb.move(level);
  }

  private say(): void {
    const { words } = this.texts;
    const problem = this.shownProblem && words[this.shownProblem];
    setText(this.greeting, this.settings.greeting ?? words.greeting);
    setText(this.status, words[this.shownStatus]);
    setText(this.problem, problem ?? '');
    this.problem.hidden = problem === undefined;
    this.orb.show(MOODS[this.shownStatus] ?? (problem === undefined ? 'idle' : 'off'));
    this.hangUpButton.setAttribute('aria-label', words.hangUp);
    this.muteButton.setAttribute('aria-label', this.isMuted ? words.unmute : words.mute);
    this.muteButton.setAttribute('aria-pressed', String(this.isMuted));
  }

  private arrange(isCalling: boolean): void {
    const hadFocus = this.panel.contains((this.panel.getRootNode() as ShadowRoot).activeElement);
    this.callButton.hidden = isCalling;
    for (const shown of [this.hangUpButton, this.muteButton]) shown.hidden = !isCalling;
    this.soundButton.hidden = this.writeButton.hidden = this.rating.root.hidden = true;
    this.greeting.hidden = isCalling || this.shownStatus !== 'ready';
    this.stage.classList.toggle('calling', isCalling || !this.transcript.root.hidden);
    if (hadFocus && !this.panel.hidden) (isCalling ? this.hangUpButton : this.callButton).focus();
  }
}
