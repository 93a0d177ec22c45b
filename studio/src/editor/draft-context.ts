import { createContext, useContext } from 'react';
import type { DocumentFault } from './document-faults.js';
import type { JsonObject } from './json.js';

/** The draft that a field belongs to. */
export interface DraftAtHand {
  readonly agentId: string;
  readonly document: JsonObject;
  readonly isReadOnly: boolean;
  /** What to say of its fields. */
  readonly faults: readonly DocumentFault[];
  /** Saves what is not saved yet. Rejects where that can't be. */
  readonly flush: () => Promise<void>;
}

const NONE: DraftAtHand = {
  agentId: '',
  document: {},
  isReadOnly: true,
  faults: [],
  flush: () => Promise.reject(new Error('No draft is open')),
};

export const DraftContext = createContext<DraftAtHand>(NONE);

export const useDraftAtHand = (): DraftAtHand => useContext(DraftContext);
