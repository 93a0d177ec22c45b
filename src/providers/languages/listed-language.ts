/** Other names of languages in providers' lists, by BCP 47 code. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  nb: ['no'],
  nn: ['no', 'nb'],
  no: ['nb'],
  fil: ['tl'],
  he: ['iw'],
  jv: ['jw'],
  id: ['in'],
  gsw: ['de-CH', 'de'],
  yue: ['zh-HK', 'zh'],
};

/**
 * The best match of a language (BCP 47) in a list: `de-DE` is `de` in most, `zh-Hant` may be `zh-TW`, and `cmn` is
 * `zh`. Undefined if the list lacks it.
 */
export function listedLanguage(languageCode: string, listed: readonly string[]): string | undefined {
  const known = new Map(listed.map((code) => [code.toLowerCase(), code]));
  for (const name of namesOf(languageCode)) {
    const found = known.get(name.toLowerCase());
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Most exact first. */
function namesOf(languageCode: string): string[] {
  const locale = localeOf(languageCode);
  if (!locale) return [languageCode];
  const { language, script, region } = locale;
  const regional = region === undefined ? [] : [`${language}-${region}`];
  const written = script === undefined ? [] : [`${language}-${script}`];
  return [
    languageCode,
    locale.toString(),
    ...regional,
    ...written,
    ...(language === 'zh' ? chinese(locale) : []),
    ...(language === 'es' && region !== undefined && region !== 'ES' ? ['es-419'] : []),
    language,
    ...(ALSO[language] ?? []),
  ];
}

function chinese(locale: Intl.Locale): readonly string[] {
  return locale.maximize().script === 'Hant' ? ['zh-TW', 'zh-Hant'] : ['zh-CN', 'zh-Hans'];
}

function localeOf(languageCode: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(languageCode);
  } catch {
    return undefined;
  }
}
