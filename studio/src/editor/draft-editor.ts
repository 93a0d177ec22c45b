import type { JsonObject } from './json.js';

/** A draft as the server has it. */
export interface SavedDraft {
  readonly revision: number;
  readonly document: JsonObject;
  readonly warnings: readonly { readonly path: string; readonly message: string }[];
  readonly updatedBy: string;
}

/** What the editor needs of the server. */
export interface DraftServer {
  read(): Promise<SavedDraft>;
  /** Rejects with a problem; one of code `DRAFT_REVISION_CONFLICT` says that somebody else has saved. */
  save(document: JsonObject, revision: number): Promise<SavedDraft>;
  isConflict(error: unknown): boolean;
  isUnreachable(error: unknown): boolean;
}

export type SaveState = 'saved' | 'waiting' | 'saving' | 'conflict' | 'refused' | 'offline';

export interface EditorView {
  readonly document: JsonObject;
  readonly state: SaveState;
  readonly problem: unknown;
  /** What the problem is about. */
  readonly refused: JsonObject | undefined;
  /** Somebody needed it saved, and it could not be: since then, until it is. */
  readonly isNeeded: boolean;
  readonly saved: SavedDraft;
  /** What somebody else has saved meanwhile. */
  readonly theirs: SavedDraft | undefined;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

/** How long nothing is typed before it is saved, in milliseconds. */
const PAUSE_MS = 700;
const RETRY_MS = 3_000;
const MOST_STEPS = 200;

/** One draft that is being edited: saves by itself, one request at a time, and never over what somebody else saved. */
export class DraftEditor {
  private readonly listeners = new Set<() => void>();
  private past: JsonObject[] = [];
  private future: JsonObject[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private saving: Promise<void> | undefined;
  private view: EditorView;

  constructor(
    private readonly server: DraftServer,
    saved: SavedDraft,
  ) {
    this.view = {
      document: saved.document,
      state: 'saved',
      problem: undefined,
      refused: undefined,
      isNeeded: false,
      saved,
      theirs: undefined,
      canUndo: false,
      canRedo: false,
    };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly snapshot = (): EditorView => this.view;

  edit(document: JsonObject): void {
    if (document === this.view.document) return;
    this.past = [...this.past.slice(-MOST_STEPS), this.view.document];
    this.future = [];
    this.take(document);
  }

  undo(): void {
    const before = this.past.pop();
    if (!before) return;
    this.future.push(this.view.document);
    this.take(before);
  }

  redo(): void {
    const after = this.future.pop();
    if (!after) return;
    this.past.push(this.view.document);
    this.take(after);
  }

  /** Saves what is not saved yet. Rejects where that can't be, so that nobody ships something older than they see. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    await this.saving;
    if (this.view.state !== 'saved') await this.save();
    if (this.view.state === 'saved') return;
    this.show({ isNeeded: true });
    throw this.view.problem;
  }

  /** Lets go of the own changes. */
  takeTheirs(): void {
    const { theirs } = this.view;
    if (!theirs) return;
    this.past.push(this.view.document);
    this.show({
      document: theirs.document,
      saved: theirs,
      theirs: undefined,
      state: 'saved',
      problem: undefined,
    });
  }

  /** Puts the own document over theirs. */
  keepMine(): void {
    const { theirs } = this.view;
    if (!theirs) return;
    this.show({ saved: theirs, theirs: undefined, state: 'waiting', problem: undefined });
    void this.save();
  }

  /** Looks whether somebody else has saved; what is not edited here is taken as it is there. */
  async refresh(): Promise<void> {
    if (!this.isSaved()) return;
    const found = await this.server.read().catch(() => undefined);
    if (!found || !this.isSaved() || found.revision <= this.view.saved.revision) return;
    this.show({ document: found.document, saved: found });
  }

  close(): void {
    clearTimeout(this.timer);
    if (this.view.state === 'waiting') void this.save();
    this.listeners.clear();
  }

  private isSaved(): boolean {
    return this.view.state === 'saved';
  }

  private take(document: JsonObject): void {
    const { state } = this.view;
    this.show({ document, state: state === 'conflict' ? state : 'waiting' });
    if (state !== 'conflict') this.plan(PAUSE_MS);
  }

  private plan(pauseMs: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.save(), pauseMs);
  }

  private save(): Promise<void> {
    this.saving ??= this.saveNow().finally(() => {
      this.saving = undefined;
    });
    return this.saving;
  }

  private async saveNow(): Promise<void> {
    const { document, saved } = this.view;
    this.show({ state: 'saving' });
    try {
      const next = await this.server.save(document, saved.revision);
      const isLast = this.view.document === document;
      this.show({
        ...{ saved: next, problem: undefined, isNeeded: false },
        state: isLast ? 'saved' : 'waiting',
      });
      if (!isLast) this.plan(PAUSE_MS);
    } catch (error) {
      await this.failed(error, document);
    }
  }

  private async failed(problem: unknown, refused: JsonObject): Promise<void> {
    if (this.server.isConflict(problem)) {
      const theirs = await this.server.read().catch(() => undefined);
      if (theirs) return this.show({ state: 'conflict', theirs, problem });
    }
    const isOffline = this.server.isUnreachable(problem);
    this.show({ state: isOffline ? 'offline' : 'refused', problem, refused });
    if (isOffline) this.plan(RETRY_MS);
  }

  private show(change: Partial<EditorView>): void {
    const canUndo = this.past.length > 0;
    this.view = { ...this.view, ...change, canUndo, canRedo: this.future.length > 0 };
    for (const listener of this.listeners) listener();
  }
}
