import { createContext, type ReactNode, useContext } from 'react';
import { Button } from '../ui/button.js';

/** Opens a document in the help panel. */
export const HelpContext = createContext<(document: string) => void>(() => {});

/** @param props.document Its id, for example `how-to/calendar`. */
export function HelpLink(props: { readonly document: string; readonly children: ReactNode }) {
  const open = useContext(HelpContext);
  return (
    <Button look="quiet" icon="help" small onClick={() => open(props.document)}>
      {props.children}
    </Button>
  );
}
