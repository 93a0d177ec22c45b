import type { ByeReason } from '../sip-call.js';

const MAX_TEXT_CHARACTERS = 100;

/** The peer's reason for hanging up (RFC 3326): Q.850 causes have priority over SIP ones. */
export function readReason(values: readonly string[]): ByeReason | undefined {
  const reasons = values.flatMap((value) => value.split(/,(?=\s*[A-Za-z0-9.-]+\s*;)/));
  for (const protocol of ['q.850', 'sip']) {
    const found = reasons.find((value) => value.trim().toLowerCase().startsWith(`${protocol};`));
    const cause = /;\s*cause\s*=\s*(\d{1,3})\b/i.exec(found ?? '')?.[1];
    if (cause === undefined) continue;
    const text = /;\s*text\s*=\s*"([^"]*)"/i.exec(found ?? '')?.[1] ?? '';
    return { cause: Number(cause), text: text.replace(/\p{Cc}/gu, ' ').slice(0, MAX_TEXT_CHARACTERS) };
  }
  return undefined;
}

/** The Reason header for a Q.850 cause; empty without a reason. */
export const reasonHeaders = (reason: ByeReason | undefined): string[] =>
  reason ? [`Reason: Q.850;cause=${reason.cause};text="${reason.text}"`] : [];
