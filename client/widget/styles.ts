import { ORB_STYLES } from './orb-styles.js';

/**
 * Pages set the custom properties on `earshot-widget`. The shadow DOM isolates styles both ways; but the page's
 * `color-scheme` is inherited, and enables the dark style.
 */
export const STYLES = `
:host {
  --accent: var(--earshot-accent, #0f6e66);
  --accent-text: var(--earshot-accent-text, #fff);
  --ground: var(--earshot-background, #fff);
  --text: var(--earshot-text, #211f1b);
  --radius: var(--earshot-radius, 24px);
  --edge: #8a8376; --caller: #fbebe0; --own: #a24c1b; --danger: #b3261e;
  --line: #b42318; --tint: #fef3f2; --warning: #7a271a; --star: #8a5a00;
  position: fixed; inset: auto var(--earshot-side, 20px) var(--earshot-bottom, 20px) auto;
  z-index: var(--earshot-z-index, 2147483000); max-width: calc(100% - 2 * var(--earshot-side, 20px));
  font: 15px/1.45 var(--earshot-font, system-ui, sans-serif); color: var(--text);
}
@supports (color: light-dark(red, red)) {
  :host {
    --accent: var(--earshot-accent, light-dark(#0f6e66, #5fd0c1));
    --accent-text: var(--earshot-accent-text, light-dark(#fff, #06201d));
    --ground: var(--earshot-background, light-dark(#fff, #1b1a18));
    --text: var(--earshot-text, light-dark(#211f1b, #f3f0ea));
    --edge: light-dark(#8a8376, #7b756a); --caller: light-dark(#fbebe0, #3b291d); --own: light-dark(#a24c1b, #f2a679);
    --line: light-dark(#b42318, #ff9c8f); --tint: light-dark(#fef3f2, #3a1b19); --warning: light-dark(#7a271a, #ffd9d4);
    --star: light-dark(#8a5a00, #f0c267);
  }
}
:host([data-theme="light"]) { color-scheme: light; }
:host([data-theme="dark"]) { color-scheme: dark; }
:host([data-position="left"]) { inset: auto auto var(--earshot-bottom, 20px) var(--earshot-side, 20px); }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
p, h2 { margin: 0; }
button {
  min-height: 44px; padding: 6px 18px; border: 1px solid var(--edge); border-radius: 999px;
  background: transparent; color: inherit; font: inherit; cursor: pointer;
}
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
svg { display: block; width: 22px; height: 22px; fill: none; stroke: currentColor; stroke-width: 1.8; stroke-linecap: round; stroke-linejoin: round; }
small { display: block; font-size: 13px; font-weight: 400; color: var(--soft); }
:host { --soft: color-mix(in srgb, var(--text) 76%, var(--ground)); --faint-line: color-mix(in srgb, var(--text) 14%, transparent); }
.primary { display: inline-flex; align-items: center; justify-content: center; gap: 10px; min-height: 48px; padding: 0 28px; border-color: var(--accent); background: var(--accent); color: var(--accent-text); font-weight: 600; }
.launcher {
  display: flex; align-items: center; gap: 12px; padding: 8px; padding-inline-end: 20px; border-color: var(--faint-line); background: var(--ground);
  box-shadow: 0 2px 6px rgb(24 20 12 / 10%), 0 16px 40px -8px rgb(24 20 12 / 26%); font-weight: 600; line-height: 1.25; text-align: start;
}
.panel {
  display: flex; flex-direction: column; width: 384px; max-width: 100%; height: min(600px, calc(100vh - 40px));
  border: 1px solid var(--faint-line); border-radius: var(--radius); background: var(--ground);
  box-shadow: 0 2px 6px rgb(24 20 12 / 10%), 0 32px 72px -16px rgb(24 20 12 / 34%); overflow: hidden;
}
header { display: flex; align-items: center; gap: 12px; padding: 12px; padding-inline-start: 18px; }
header > div { flex: 1; min-width: 0; }
h2 { font-size: 1em; font-weight: 600; line-height: 1.3; overflow-wrap: anywhere; }
.picture { flex: none; width: 40px; height: 40px; border-radius: 50%; object-fit: cover; }
select { min-height: 44px; max-width: 8.5em; padding: 0 6px; border: 1px solid var(--edge); border-radius: 12px; background: var(--ground); color: inherit; font: inherit; }
.icon { display: grid; flex: none; place-items: center; width: 44px; padding: 0; }
.close { border: 0; color: var(--soft); }
.icon:hover { background: color-mix(in srgb, var(--text) 7%, transparent); }
.stage { display: flex; flex: 1; flex-direction: column; align-items: center; justify-content: center; gap: 14px; min-height: 0; padding: 16px 20px; overflow: auto; text-align: center; }
.stage > .orb { --size: 104px; }
.stage.calling { flex: none; }
.stage.calling > .orb { --size: 76px; }
.greeting { font-size: 1.25em; font-weight: 600; line-height: 1.3; overflow-wrap: anywhere; }
.status { min-height: 1.45em; font-weight: 550; }
.problem { padding: 10px 14px; border-inline-start: 4px solid var(--line); background: var(--tint); color: var(--warning); text-align: start; }
[role=log] { flex: 1; min-height: 0; padding: 14px 18px; border-top: 1px solid var(--faint-line); overflow: auto; }
ol { display: flex; flex-direction: column; gap: 10px; margin: 0; padding: 0; list-style: none; }
li { align-self: flex-start; max-width: 86%; padding: 8px 14px; border-radius: 16px; border-end-start-radius: 5px; background: color-mix(in srgb, var(--text) 6%, transparent); overflow-wrap: anywhere; }
li.caller { align-self: flex-end; border-radius: 16px; border-end-end-radius: 5px; background: var(--caller); }
li b { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.rating { display: grid; justify-items: center; gap: 4px; }
.star { border-color: transparent; color: var(--star); }
.star[aria-pressed=true] svg { fill: currentColor; }
footer { display: flex; flex-direction: column; gap: 10px; padding: 12px 14px 14px; border-top: 1px solid var(--faint-line); }
.line { display: flex; align-items: center; gap: 8px; }
form { display: flex; flex: 1; gap: 8px; min-width: 0; }
input {
  flex: 1; min-width: 0; min-height: 44px; padding: 0 16px; border: 1px solid var(--edge); border-radius: 999px;
  background: transparent; color: inherit; font: inherit;
}
::placeholder { color: var(--soft); opacity: 1; }
.go { border-color: var(--accent); background: var(--accent); color: var(--accent-text); }
.icon.go:hover { background: var(--accent); }
.icon.hang-up, .icon.hang-up:hover { border-color: var(--danger); background: var(--danger); color: #fff; }
.legal { font-size: 12px; color: var(--soft); text-align: center; }
.legal a { color: inherit; }
:host([dir=rtl]) .go svg { transform: scaleX(-1); }
${ORB_STYLES}
`;
