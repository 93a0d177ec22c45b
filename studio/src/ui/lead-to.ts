/** Gives a control the focus, and shows all of its field: what is wrong with it stands below it. */
export function leadTo(control: HTMLElement | null | undefined): void {
  if (!control) return;
  control.focus({ preventScroll: true });
  (control.closest('.field') ?? control).scrollIntoView({ block: 'center' });
}
