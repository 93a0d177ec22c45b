import { Widget, type WidgetSettings } from './widget.js';

declare global {
  interface Window {
    /** The page's widget, once it is created. */
    earshotWidget?: Widget;
  }
}

/** The element that loaded this script: `currentScript` is unset for modules and scripts inserted later. */
function ownScript(): HTMLScriptElement | undefined {
  const { currentScript } = document;
  if (currentScript instanceof HTMLScriptElement) return currentScript;
  const all = [...document.querySelectorAll<HTMLScriptElement>('script[src]')];
  return all.find(({ src, dataset }) => src.includes('/widget') && (dataset.connector ?? dataset.tokenUrl));
}

const script = ownScript();

function begin(): void {
  if (!script || window.earshotWidget) return;
  const server = script.src.replace(/\/widget(?:\/[^/]+)?\.js.*$/, '/');
  const dataset: Readonly<DOMStringMap> = script.dataset;
  const settings: WidgetSettings = { server, ...dataset };
  if (settings.connector === undefined && settings.tokenUrl === undefined) {
    throw new Error('The script element of widget.js needs data-connector or data-token-url.');
  }
  window.earshotWidget = new Widget(settings);
}

if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', begin);
else begin();
