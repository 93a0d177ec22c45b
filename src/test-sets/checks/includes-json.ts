import { isObject } from '../../common/json/json-objects.js';

/**
 * Whether `actual` contains `expected`: objects have at least the expected fields, arrays match in length and item
 * by item, everything else is equal.
 */
export function includesJson(actual: unknown, expected: unknown): boolean {
  if (Array.isArray(expected)) {
    return (
      Array.isArray(actual) &&
      actual.length === expected.length &&
      expected.every((item, index) => includesJson(actual[index], item))
    );
  }
  if (isObject(expected)) {
    return (
      isObject(actual) &&
      Object.entries(expected).every(
        ([name, value]) => Object.hasOwn(actual, name) && includesJson(actual[name], value),
      )
    );
  }
  return actual === expected;
}
