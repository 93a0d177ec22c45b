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
const LONGEST_WAIT_MS = 2_000;

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

/** Shows the button after `load`, once the browser is idle, so that the page is not delayed. */
function beginWhenIdle(): void {
  if ('requestIdleCallback' in window) requestIdleCallback(begin, { timeout: LONGEST_WAIT_MS });
  else setTimeout(begin);
}

if (document.readyState === 'complete') beginWhenIdle();
else addEventListener('load', beginWhenIdle);
