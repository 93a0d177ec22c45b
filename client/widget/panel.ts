import { button, element } from './dom.js';
import { languageChoice } from './language-choice.js';
import { Texts } from './texts.js';
import { TranscriptList } from './transcript-list.js';
import type { Words } from './words.js';
import { WriteForm } from './write-form.js';

export interface PanelActions {
  call(): void;
  hangUp(): void;
  toggleMute(): void;
  playSound(): void;
  send(text: string): void;
  /** Calls without a microphone. */
  write(): void;
  readonly chooseLanguage: (language: string) => void;
}

export interface PanelLanguage {
  readonly words: Words;
  /** Codes of the selectable languages. */
  readonly choices: readonly string[];
}

/** The button on the page and the panel that it opens. */
export class Panel {
  readonly transcript: TranscriptList;
  private readonly texts: Texts;
  private readonly launcher: HTMLButtonElement;
  private readonly panel: HTMLElement;
  private readonly status = element('span', { role: 'status' });
  private readonly level = element('span', { class: 'level', 'aria-hidden': 'true' });
  private readonly problem = element('p', { class: 'problem', role: 'alert' });
  private readonly callButton: HTMLButtonElement;
  private readonly hangUpButton: HTMLButtonElement;
  private readonly muteButton: HTMLButtonElement;
  private readonly soundButton: HTMLButtonElement;
  private readonly writeButton: HTMLButtonElement;
  private readonly form: WriteForm;
  private shownStatus: keyof Words = 'ready';
  private shownProblem: keyof Words | undefined;
  private isMuted = false;

  /** @param label Overrides the button's text. */
  constructor(
    root: ShadowRoot,
    { words, choices }: PanelLanguage,
    label: string | undefined,
    actions: PanelActions,
  ) {
    const texts = new Texts(words);
    this.texts = texts;
    const named = (name: keyof Words, className: string, onClick: () => void) => {
      const made = button('', className, onClick);
      texts.put((now) => (made.textContent = now[name]));
      return made;
    };
    this.transcript = new TranscriptList(texts);
    this.launcher = button('', 'primary launcher', () => this.open());
    this.launcher.setAttribute('aria-haspopup', 'dialog');
    this.callButton = named('call', 'primary', () => actions.call());
    this.hangUpButton = named('hangUp', 'primary hang-up', () => actions.hangUp());
    this.muteButton = button('', '', () => actions.toggleMute());
    this.soundButton = named('playSound', '', () => actions.playSound());
    this.writeButton = named('writeInstead', '', () => actions.write());
    this.form = new WriteForm(texts, (text) => actions.send(text));
    const chooser = choices.length < 2 ? [] : [languageChoice(texts, choices, actions.chooseLanguage)];
    this.panel = this.build(chooser);
    texts.put((now) => {
      this.launcher.textContent = label ?? now.open;
      this.say();
    });
    this.panel.hidden = true;
    root.append(this.launcher, this.panel);
    this.showIdle('ready');
  }

  private build(chooser: readonly HTMLElement[]): HTMLElement {
    const close = button('×', 'close', () => this.close());
    const title = element('h2');
    const { callButton, writeButton, soundButton, muteButton, hangUpButton } = this;
    const panel = element('section', { role: 'dialog', class: 'panel' }, [
      element('header', {}, [title, ...chooser, close]),
      element('p', { class: 'status' }, [this.level, this.status]),
      this.problem,
      this.transcript.root,
      this.form.root,
      element('footer', {}, [callButton, writeButton, soundButton, muteButton, hangUpButton]),
    ]);
    this.texts.put((now) => {
      close.setAttribute('aria-label', now.close);
      title.textContent = now.title;
      panel.setAttribute('aria-label', now.title);
    });
    panel.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') this.close();
    });
    return panel;
  }

  speak(words: Words): void {
    this.texts.change(words);
  }

  open(): void {
    this.panel.hidden = false;
    this.launcher.hidden = true;
    (this.callButton.hidden ? this.hangUpButton : this.callButton).focus();
  }

  /** Closing the panel does not end the call. */
  close(): void {
    this.panel.hidden = true;
    this.launcher.hidden = false;
    this.launcher.focus();
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
    this.say();
  }

  /** For callers without a microphone. */
  offerWriting(): void {
    this.writeButton.hidden = false;
  }

  offerSound(isOffered: boolean): void {
    this.soundButton.hidden = !isOffered;
  }

  /** From 0 to 1. */
  showLevel(level: number): void {
    this.level.style.setProperty('--level', (0.6 + level * 0.6).toFixed(2));
  }

  /** Updates the text only if it changes: screen readers announce it each time it is set. */
  private say(): void {
    const { words } = this.texts;
    const problem = this.shownProblem && words[this.shownProblem];
    setText(this.status, words[this.shownStatus]);
    setText(this.problem, problem ?? '');
    this.problem.hidden = problem === undefined;
    setText(this.muteButton, this.isMuted ? words.unmute : words.mute);
    this.muteButton.setAttribute('aria-pressed', String(this.isMuted));
  }

  private arrange(isCalling: boolean): void {
    const hadFocus = this.panel.contains((this.panel.getRootNode() as ShadowRoot).activeElement);
    this.callButton.hidden = isCalling;
    for (const shown of [this.hangUpButton, this.muteButton]) shown.hidden = !isCalling;
    this.soundButton.hidden = this.writeButton.hidden = true;
    this.form.root.hidden = !isCalling;
    if (hadFocus && !this.panel.hidden) (isCalling ? this.hangUpButton : this.callButton).focus();
  }
}

function setText(place: HTMLElement, text: string): void {
  if (place.textContent !== text) place.textContent = text;
}
