/** Answers of services that report a failure with a status of success. */
const BAD_STATUS =
  /^(?:failed|failure|error|declined|rejected|refused|denied|unavailable|not_found|cancelled_by_provider)$/i;

/** Whether a tool did its work, as far as its answer says. */
export function saysDone(answer: string): boolean {
  if (!answer.trimStart().startsWith('{')) return true;
  try {
    const told = new Map<string, unknown>(Object.entries(JSON.parse(answer) as object));
    if ([told.get('ok'), told.get('success')].includes(false)) return false;
    const error = told.get('error');
    const status = told.get('status');
    return !error && !(typeof status === 'string' && BAD_STATUS.test(status));
  } catch {
    return true;
  }
}
