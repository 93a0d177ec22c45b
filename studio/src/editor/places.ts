import type { Option } from '../ui/inputs.js';

/** Languages that speech providers distinguish, by region where it is heard. */
const LANGUAGES = (
  'ar-AE ar-EG ar-SA bg-BG bn-BD ca-ES cs-CZ da-DK de-AT de-CH de-DE el-GR en-AU en-CA en-GB en-IE en-IN en-NZ en-US ' +
  'en-ZA es-AR es-ES es-MX et-EE fa-IR fi-FI fr-BE fr-CA fr-CH fr-FR he-IL hi-IN hr-HR hu-HU id-ID it-CH it-IT ja-JP ' +
  'ko-KR lt-LT lv-LV ms-MY nb-NO nl-BE nl-NL pl-PL pt-BR pt-PT ro-RO ru-RU sk-SK sl-SI sr-RS sv-SE sw-KE ta-IN th-TH ' +
  'tr-TR uk-UA ur-PK vi-VN zh-CN zh-HK zh-TW'
).split(' ');

const languageNames = new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' });

function languageLabel(code: string): string {
  try {
    return languageNames.of(code) ?? code;
  } catch {
    return code;
  }
}

const byLabel = (one: Option, other: Option) => one.label.localeCompare(other.label);

/** All languages, and the chosen one. */
export function languageOptions(chosen: string): readonly Option[] {
  const codes = chosen === '' || LANGUAGES.includes(chosen) ? LANGUAGES : [...LANGUAGES, chosen];
  const known = codes.map((value) => ({ value, label: languageLabel(value) })).sort(byLabel);
  return [{ value: '', label: 'Not chosen' }, ...known];
}

/** `America/Argentina/Salta` → `Salta, Argentina, America`: people look for the city. */
const zoneLabel = (zone: string): string => zone.split('/').reverse().join(', ').replaceAll('_', ' ');

const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** All time zones of the browser, this computer's first, and the chosen one. */
export function timeZoneOptions(chosen: string): readonly Option[] {
  const own = ownTimeZone();
  const zones = new Set([...Intl.supportedValuesOf('timeZone'), own, ...(chosen === '' ? [] : [chosen])]);
  zones.delete('UTC');
  const known = [...zones].map((value) => ({ value, label: zoneLabel(value) })).sort(byLabel);
  const first = own === 'UTC' ? [] : [{ value: own, label: `${zoneLabel(own)} (this computer)` }];
  return [{ value: '', label: 'UTC' }, ...first, ...known.filter(({ value }) => value !== own)];
}
