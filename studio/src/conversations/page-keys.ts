import { useEffect, useLayoutEffect, useRef } from 'react';

/** Where keys have a meaning of their own. */
const TAKES_KEYS = 'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"], .cm-editor';
const TAKES_SPACE = 'a, button, summary, label';

/** Keys of a page without a modifier, unless the focused element takes them. */
export function usePageKeys(actions: Readonly<Record<string, () => void>>): void {
  const latest = useRef(actions);
  // A key may follow at once what the last one has shown.
  useLayoutEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const action = latest.current[event.key];
      const target = event.target instanceof Element ? event.target : undefined;
      if (!action || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (target?.closest(event.key === ' ' ? `${TAKES_KEYS}, ${TAKES_SPACE}` : TAKES_KEYS)) return;
      event.preventDefault();
      action();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}
