import { useState } from 'react';

/** What opened the window before: where one window takes the place of another, the button of the first is gone. */
let earlier: Element | null = null;

let isGivenBack = false;

/** Whether the focus comes back by itself just now: then nobody asked for the tip of a button. */
export const focusIsGivenBack = (): boolean => isGivenBack;

/** What has the focus: a button, or the button of the menu in which the window was chosen. */
function focused(): Element | null {
  const { activeElement } = document;
  const menu = activeElement?.closest('[role="menu"]');
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : activeElement;
}

/** @returns What gives the focus back to what opened a window, once it closes. */
export function useOpener(): (event: Event) => void {
  const [openers] = useState(() => {
    const opener = focused();
    const found = [opener, earlier];
    if (opener?.closest('[role="dialog"], [role="alertdialog"]') === null) earlier = opener;
    return found;
  });
  return (event) => {
    // By itself it would go to a trigger, and these windows have none.
    event.preventDefault();
    const opener = openers.find((one) => one?.isConnected === true) ?? document.getElementById('main');
    isGivenBack = true;
    if (opener instanceof HTMLElement) opener.focus();
    isGivenBack = false;
  };
}
