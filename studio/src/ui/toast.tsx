import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import { IconButton } from './button.js';
import { ProblemNotice } from './notice.js';

const SHOWN_MS = 5_000;

interface Toasts {
  /** Shows a brief success message. */
  readonly done: (text: string) => void;
  /** Shows a failure until it is closed. */
  readonly failed: (error: unknown) => void;
}

const Context = createContext<Toasts>({ done: () => undefined, failed: () => undefined });

export const useToasts = () => useContext(Context);

interface Shown {
  readonly id: number;
  readonly text?: string;
  readonly error?: unknown;
}

let lastId = 0;

export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [shown, setShown] = useState<readonly Shown[]>([]);
  const close = useCallback((id: number) => setShown((all) => all.filter((one) => one.id !== id)), []);
  const toasts = useMemo<Toasts>(() => {
    const show = (toast: Omit<Shown, 'id'>) => {
      const id = ++lastId;
      setShown((all) => [...all.slice(-2), { ...toast, id }]);
      return id;
    };
    return {
      done: (text) => {
        const id = show({ text });
        setTimeout(() => close(id), SHOWN_MS);
      },
      failed: (error) => void show({ error }),
    };
  }, [close]);
  return (
    <Context.Provider value={toasts}>
      {children}
      <div className="toasts" role="status">
        {shown.map(({ id, text, error }) => (
          <div key={id} className="toast">
            {text ?? <ProblemNotice error={error} />}
            <IconButton icon="close" label="Close" small onClick={() => close(id)} />
          </div>
        ))}
      </div>
    </Context.Provider>
  );
}
