import { createContext, useContext } from 'react';
import type { DocumentFault } from './document-faults.js';
import type { JsonObject } from './json.js';

/** The draft of the surrounding editor. */
export interface DraftAtHand {
  readonly agentId: string;
  readonly document: JsonObject;
  readonly isReadOnly: boolean;
  /** Errors to show at its fields. */
  readonly faults: readonly DocumentFault[];
  /** Saves pending changes. Rejects if that fails. */
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
