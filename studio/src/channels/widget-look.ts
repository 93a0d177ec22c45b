import type { Schemas } from '../api/client.js';

type Kept = Schemas['WidgetLook'];

/** Look of the button and its panel. The widget's defaults replace absent and empty values. */
export type Look = { readonly [Name in keyof Kept]?: Kept[Name] | '' };

/** The stored fields, in a fixed order. An empty name is stored, too: an absent one means the agent's. */
export const keptLook = (look: Look): Kept =>
  Object.fromEntries(
    Object.entries(look)
      .filter(([name, value]) => value !== '' || name === 'name')
      .sort(([one], [other]) => one.localeCompare(other)),
  );

/** The widget's own color, as the value of a color input. */
export const OWN_ACCENT = '#0f6e66';

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** The code for another site's page. */
export function snippetOf(connector: string, look: Look): string {
  const attributes = Object.entries({ connector, ...look })
    .filter(([, value]) => value !== '')
    .map(([name, value]) => ` data-${name}="${escaped(value)}"`);
  return `<script src="${location.origin}/widget.js"${attributes.join('')} async></script>`;
}

export const emailAbout = (snippet: string): string =>
  `mailto:?subject=${encodeURIComponent('A line for our website')}&body=${encodeURIComponent(
    `Please put this line before the end of our page:\n\n${snippet}\n`,
  )}`;
