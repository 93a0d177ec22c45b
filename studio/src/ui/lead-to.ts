/** Focuses a control and scrolls its whole field into view, including the error below it. */
export function leadTo(control: HTMLElement | null | undefined): void {
  if (!control) return;
  control.focus({ preventScroll: true });
  (control.closest('.field') ?? control).scrollIntoView({ block: 'center' });
}
