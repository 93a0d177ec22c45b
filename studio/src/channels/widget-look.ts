/** Look of the button and its panel. The widget's defaults replace absent and empty values. */
export interface Look {
  /** Of the agent, in the panel. */
  readonly name?: string;
  /** Text of the button. */
  readonly label?: string;
  readonly greeting?: string;
  /** The notice shown before a visitor talks. */
  readonly consent?: string;
  /** Address of a picture. */
  readonly picture?: string;
  /** Of its own texts: a code; empty: that of the page. */
  readonly lang?: string;
  /** Codes that visitors choose from, separated by spaces. */
  readonly languages?: string;
  readonly accent?: string;
  readonly position?: string;
  readonly theme?: string;
}

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
