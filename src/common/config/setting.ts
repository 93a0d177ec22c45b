/**
 * One setting: its variable, meaning and parser. Declared once, as data, so that configuration, error messages and
 * `.env.example` agree.
 */
export interface Setting<T> {
  /** Name of the environment variable. */
  readonly env: string;
  /** Its effect, in sentences, with the unit if it has one. */
  readonly meaning: string;
  /** What goes wrong with a bad value. */
  readonly danger?: string;
  /** Used when the variable is absent or empty. */
  readonly fallback: T;
  /** The default shown in `.env.example`, if it differs from the text of `fallback`. */
  readonly shownDefault?: string;
  /** Never printed or logged. */
  readonly secret?: boolean;
  /** Few installations change it: described in docs/reference/settings.md, and left out of `.env.example`. */
  readonly advanced?: boolean;
  /** Parses the text; throws an Error whose message completes "NAME …". */
  readonly parse: (text: string) => T;
}

export type SettingsOf<S> = { readonly [K in keyof S]: S[K] extends Setting<infer T> ? T : never };
export type Section = Readonly<Record<string, Setting<unknown>>>;

interface Description {
  readonly meaning: string;
  readonly danger?: string;
  readonly secret?: boolean;
  readonly advanced?: boolean;
  readonly shownDefault?: string;
}

/** A text. Without a `fallback` it is optional. */
export function text(env: string, options: Description & { fallback: string }): Setting<string>;
export function text(env: string, options: Description): Setting<string | undefined>;
export function text(env: string, options: Description & { fallback?: string }): Setting<string | undefined> {
  return { env, fallback: undefined, ...options, parse: (value) => value };
}

/** An integer within bounds, both inclusive. Without a `fallback` it is optional. */
export function integer(
  env: string,
  options: Description & { fallback: number; min: number; max: number },
): Setting<number>;
export function integer(
  env: string,
  options: Description & { min: number; max: number },
): Setting<number | undefined>;
export function integer(
  env: string,
  options: Description & { fallback?: number; min: number; max: number },
): Setting<number | undefined> {
  const { min, max, ...description } = options;
  return {
    env,
    fallback: undefined,
    ...description,
    parse(value) {
      const number = Number(value);
      if (!/^-?\d+$/.test(value) || number < min || number > max) {
        throw new Error(`must be a whole number from ${min} to ${max}`);
      }
      return number;
    },
  };
}

/** An integer within bounds, both inclusive, or `auto`. */
export function integerOrAuto(
  env: string,
  options: Description & { fallback: number; min: number; max: number },
): Setting<number | 'auto'> {
  const { parse, ...setting } = integer(env, options);
  return {
    ...setting,
    parse(value) {
      if (value === 'auto') return 'auto';
      try {
        return parse(value);
      } catch (error) {
        throw new Error(`${(error as Error).message}, or auto`, { cause: error });
      }
    },
  };
}

/** One of a few words. */
export function choice<const C extends string>(
  env: string,
  choices: readonly C[],
  options: Description & { fallback: C },
): Setting<C> {
  return {
    env,
    ...options,
    parse(value) {
      const found = choices.find((candidate) => candidate === value);
      if (found === undefined) throw new Error(`must be one of ${choices.join(', ')}`);
      return found;
    },
  };
}

/** `true` or `false`, nothing else. */
export function flag(env: string, options: Description & { fallback: boolean }): Setting<boolean> {
  return {
    env,
    ...options,
    parse(value) {
      if (value !== 'true' && value !== 'false') throw new Error('must be true or false');
      return value === 'true';
    },
  };
}

/** Comma-separated texts; trimmed, empty ones dropped. */
export function list(
  env: string,
  options: Description & { fallback: readonly string[] },
): Setting<readonly string[]> {
  return {
    env,
    ...options,
    parse: (value) =>
      value
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== ''),
  };
}

/** An absolute URL of one of the given protocols (with their colon). Kept as text. */
export function url(
  env: string,
  protocols: readonly string[],
  options: Description & { fallback?: string },
): Setting<string | undefined> {
  return {
    env,
    fallback: undefined,
    ...options,
    parse(value) {
      const parsed = URL.parse(value);
      if (!parsed || !protocols.includes(parsed.protocol)) {
        throw new Error(`must be a URL that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`);
      }
      return value;
    },
  };
}
