import { lazy, Suspense, useLayoutEffect, useState } from 'react';

const Palette = lazy(async () => ({ default: (await import('./palette.js')).Palette }));

/** Loads the palette; keeps keystrokes until then. */
export function PaletteGate({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState('');
  const [isHere, setHere] = useState(false);
  useKeysBefore(isHere, setText, onClose);
  return (
    <Suspense fallback={<PaletteToBe text={text} />}>
      <Palette text={text} onText={setText} onHere={() => setHere(true)} onClose={onClose} />
    </Suspense>
  );
}

/** A placeholder that looks like the palette. */
function PaletteToBe({ text }: { readonly text: string }) {
  return (
    <div aria-hidden>
      <div className="dialog-veil" />
      <div className="dialog palette">
        <div className="palette-input">{text || '…'}</div>
      </div>
    </div>
  );
}

/** Captures keys until the palette's input has the focus, so that the page below gets none. */
function useKeysBefore(
  isHere: boolean,
  onText: (change: (before: string) => string) => void,
  onClose: () => void,
): void {
  useLayoutEffect(() => {
    if (isHere) return;
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.isComposing) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.key === 'Escape') onClose();
      else if (event.key === 'Backspace') onText((before) => before.slice(0, -1));
      else if (event.key.length === 1) onText((before) => before + event.key);
    };
    window.addEventListener('keydown', listen, true);
    return () => window.removeEventListener('keydown', listen, true);
  });
}
