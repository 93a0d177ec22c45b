import { parseArgs } from 'node:util';

/** The default, which also determines the type, and the help text. Without a default, an optional text. */
type Option = readonly [standard: number | string | boolean | undefined, help: string];

type ValueOf<T> = T extends number
  ? number
  : T extends boolean
    ? boolean
    : T extends string
      ? string
      : string | undefined;

type Options = Readonly<Record<string, Option>>;
type Values<T extends Options> = { readonly [Name in keyof T]: ValueOf<T[Name][0]> };

/**
 * Parses a bench's command-line options. `--help` prints them and exits with 0; an unknown option or invalid value
 * exits with 2.
 * @param bench NAME of `npm run bench:NAME`
 * @param about what the bench measures
 */
export function benchOptions<T extends Options>(bench: string, about: string, options: T): Values<T> {
  const usage = `npm run bench:${bench} [-- OPTIONS]\n\n${about}\n\n${table(options)}`;
  try {
    const given = parse(options);
    if (given.help !== true) {
      const values = Object.entries(options).map(([name, option]) => [name, valueOf(name, option, given)]);
      return Object.fromEntries(values) as Values<T>;
    }
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`);
    process.exit(2);
  }
  console.log(usage);
  process.exit(0);
}

function parse(options: Options): Readonly<Record<string, string | boolean | undefined>> {
  const types = Object.entries(options).map(([name, [standard]]) => {
    const type = typeof standard === 'boolean' ? ('boolean' as const) : ('string' as const);
    return [name, { type }] as const;
  });
  const all = { ...Object.fromEntries(types), help: { type: 'boolean' as const } };
  return parseArgs({ options: all, allowNegative: true }).values;
}

function valueOf(
  name: string,
  [standard]: Option,
  given: Readonly<Record<string, string | boolean | undefined>>,
) {
  const value = given[name];
  if (value === undefined || typeof standard !== 'number') return value ?? standard;
  if (value === '' || Number.isNaN(Number(value)))
    throw new Error(`--${name} takes a number, not "${value}".`);
  return Number(value);
}

function table(options: Options): string {
  const rows = Object.entries(options).map(([name, [standard, help]]) => {
    if (typeof standard === 'boolean') return [`--${standard ? 'no-' : ''}${name}`, help] as const;
    const kind = typeof standard === 'number' ? 'N' : 'TEXT';
    return [`--${name} ${kind}`, (standard ?? '') === '' ? help : `${help} (default: ${standard})`] as const;
  });
  const width = Math.max(...[...rows, ['--help'] as const].map(([option]) => option.length));
  return [...rows, ['--help', 'print this'] as const]
    .map(([option, help]) => `  ${option.padEnd(width)}  ${help}`)
    .join('\n');
}
