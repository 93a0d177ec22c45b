import type { JsonObject } from './json.js';

/** A draft as stored on the server. */
export interface SavedDraft {
  readonly revision: number;
  readonly document: JsonObject;
  readonly warnings: readonly { readonly path: string; readonly code: string; readonly message: string }[];
  readonly updatedBy: string;
}

/** The server interface of the editor. */
export interface DraftServer {
  read(): Promise<SavedDraft>;
  /** Rejects with a problem; code `DRAFT_REVISION_CONFLICT` means a concurrent save. */
  save(document: JsonObject, revision: number): Promise<SavedDraft>;
  isConflict(error: unknown): boolean;
  isUnreachable(error: unknown): boolean;
}

export type SaveState = 'saved' | 'waiting' | 'saving' | 'conflict' | 'refused' | 'offline';

export interface EditorView {
  readonly document: JsonObject;
  readonly state: SaveState;
  readonly problem: unknown;
  /** The document that the problem is about. */
  readonly refused: JsonObject | undefined;
  /** An action needed it saved, and that failed; true until it is saved. */
  readonly isNeeded: boolean;
  readonly saved: SavedDraft;
  /** The version saved by another user. */
  readonly theirs: SavedDraft | undefined;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

/** Debounce before saving, in milliseconds. */
const PAUSE_MS = 700;
const RETRY_MS = 3_000;
const MOST_STEPS = 200;

/** Edits one draft: saves automatically, one request at a time, and never overwrites another user's version. */
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

  /** One step of undo. @param change Gets the latest document. */
  edit(change: (document: JsonObject) => JsonObject): void {
    const document = change(this.view.document);
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

  /** Saves pending changes. Rejects if that fails, so that no user ships an older version than they see. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    await this.saving;
    if (this.view.state !== 'saved') await this.save();
    if (this.view.state === 'saved') return;
    this.show({ isNeeded: true });
    throw this.view.problem;
  }

  /** Discards the local changes. */
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

  /** Overwrites the other version with the local one. */
  keepMine(): void {
    const { theirs } = this.view;
    if (!theirs) return;
    this.show({ saved: theirs, theirs: undefined, state: 'waiting', problem: undefined });
    void this.save();
  }

  /** Fetches changes by other users; applied unless there are local edits. */
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
