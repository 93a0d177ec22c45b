/** Focuses a control and scrolls its whole field into view, including the error below it. */
export function leadTo(control: HTMLElement | null | undefined): void {
  if (!control) return;
  const folded = control.closest('details');
  if (folded) folded.open = true;
  control.focus({ preventScroll: true });
  (control.closest('.field') ?? control).scrollIntoView({ block: 'center' });
}
