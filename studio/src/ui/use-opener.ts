import { useState } from 'react';

/** What opened the previous dialog: when one dialog replaces another, the first one's button is gone. */
let earlier: Element | null = null;

let isGivenBack = false;

/** Whether focus is being restored right now: then tooltips stay hidden. */
export const focusIsGivenBack = (): boolean => isGivenBack;

/** The focused element: a button, or the button of the menu in which the dialog was chosen. */
function focused(): Element | null {
  const { activeElement } = document;
  const menu = activeElement?.closest('[role="menu"]');
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : activeElement;
}

/** @returns Restores the focus to the opener of a dialog when it closes. */
export function useOpener(): (event: Event) => void {
  const [openers] = useState(() => {
    const opener = focused();
    const found = [opener, earlier];
    if (opener?.closest('[role="dialog"], [role="alertdialog"]') === null) earlier = opener;
    return found;
  });
  return (event) => {
    // By default focus would go to a trigger, and these dialogs have none.
    event.preventDefault();
    const opener = openers.find((one) => one?.isConnected === true) ?? document.getElementById('main');
    isGivenBack = true;
    if (opener instanceof HTMLElement) opener.focus();
    isGivenBack = false;
  };
}
