// Verifies that a webhook delivery comes from your Earshot and was not modified. Needs nothing but Node.
import { createHmac, timingSafeEqual } from 'node:crypto';

/** Refuses older and future deliveries, against replay attacks. */
const TOLERANCE_SECONDS = 300;

/**
 * The Standard Webhooks style (https://www.standardwebhooks.com). Every library of that standard does the same.
 * @param {Record<string, string | string[] | undefined>} headers with names in small letters, as Node gives them
 * @param {string} body exactly as it came; parsing and writing it again would change it
 * @param {string} secret `whsec_...`, shown when the endpoint was created
 */
export function verifyStandard(headers, body, secret, now = new Date()) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers;
  if (!isRecent(timestamp, now) || typeof signatures !== 'string') return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  // Several during the overlap of a secret rotation.
  return signatures.split(' ').some((signature) => isSame(signature, `v1,${expected}`));
}

/** The platform's own style. The key is the whole secret, including `whsec_`. */
export function verifyService(headers, body, secret, now = new Date()) {
  const timestamp = headers['x-service-timestamp'];
  if (!isRecent(timestamp, now)) return false;
  const expected = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  const given = [headers['x-service-signature'], headers['x-service-signature-previous']];
  return given.some((signature) => isSame(signature, expected));
}

function isRecent(timestamp, now) {
  if (typeof timestamp !== 'string' || !/^\d{1,12}$/.test(timestamp)) return false;
  return Math.abs(now.getTime() / 1000 - Number(timestamp)) <= TOLERANCE_SECONDS;
}

/** Constant-time comparison, so that a signature can't be guessed piece by piece. */
function isSame(given, expected) {
  if (typeof given !== 'string') return false;
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
