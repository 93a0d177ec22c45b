import { createContext, useContext } from 'react';
import type { DocumentFault } from './document-faults.js';
import { type Json, type JsonObject, withPath } from './json.js';
import type { JsonSchema } from './schema.js';

/** The draft of the surrounding editor. */
export interface DraftAtHand {
  readonly agentId: string;
  readonly document: JsonObject;
  readonly schema: JsonSchema;
  readonly isReadOnly: boolean;
  /** Errors to show at its fields. */
  readonly faults: readonly DocumentFault[];
  /** One step of undo. The change gets the latest document. */
  readonly edit: (change: (document: JsonObject) => JsonObject) => void;
  /** Saves pending changes. Rejects if that fails. */
  readonly flush: () => Promise<void>;
}

const NONE: DraftAtHand = {
  agentId: '',
  document: {},
  schema: {},
  isReadOnly: true,
  faults: [],
  edit: () => {},
  flush: () => Promise.reject(new Error('No draft is open')),
};

export const DraftContext = createContext<DraftAtHand>(NONE);

export const useDraftAtHand = (): DraftAtHand => useContext(DraftContext);

/** Sets a field of the draft, or removes it. */
export function useSetField() {
  const { edit } = useDraftAtHand();
  return (path: readonly string[], value: Json | undefined) =>
    edit((document) => withPath(document, path, value));
}
