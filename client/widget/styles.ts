/**
 * Pages set the custom properties on `earshot-widget`. The shadow DOM isolates styles both ways; but the page's
 * `color-scheme` is inherited, and enables the dark style.
 */
export const STYLES = `
:host {
  --accent: var(--earshot-accent, #1d4ed8);
  --accent-text: var(--earshot-accent-text, #fff);
  --ground: var(--earshot-background, #fff);
  --text: var(--earshot-text, #1f2430);
  --radius: var(--earshot-radius, 12px);
  position: fixed; inset: auto var(--earshot-side, 20px) var(--earshot-bottom, 20px) auto;
  z-index: var(--earshot-z-index, 2147483000);
  --line: #b42318; --tint: #fef3f2; --warning: #7a271a;
  font: 16px/1.45 var(--earshot-font, system-ui, sans-serif); color: var(--text);
}
@supports (color: light-dark(red, red)) {
  :host {
    --accent: var(--earshot-accent, light-dark(#1d4ed8, #8ab4ff));
    --accent-text: var(--earshot-accent-text, light-dark(#fff, #0b1730));
    --ground: var(--earshot-background, light-dark(#fff, #191d26));
    --text: var(--earshot-text, light-dark(#1f2430, #e8eaf0));
    --line: light-dark(#b42318, #ff9c8f); --tint: light-dark(#fef3f2, #3a1b19); --warning: light-dark(#7a271a, #ffd9d4);
  }
}
:host([data-position="left"]) { inset: auto auto var(--earshot-bottom, 20px) var(--earshot-side, 20px); }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
button {
  min-height: 44px; padding: 6px 18px; border: 1px solid currentColor; border-radius: calc(var(--radius) * 2);
  background: transparent; color: inherit; font: inherit; cursor: pointer;
}
button:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.primary { border-color: var(--accent); background: var(--accent); color: var(--accent-text); font-weight: 600; }
.launcher { box-shadow: 0 4px 16px rgb(0 0 0 / 25%); }
.panel {
  display: flex; flex-direction: column; gap: 12px;
  width: min(360px, calc(100vw - 40px)); max-height: min(560px, calc(100vh - 40px)); padding: 16px;
  border-radius: var(--radius); background: var(--ground); box-shadow: 0 8px 32px rgb(0 0 0 / 30%);
}
header { display: flex; align-items: center; justify-content: space-between; gap: 8px; }
h2 { margin: 0; font-size: 1.1em; }
select { min-height: 44px; margin-left: auto; padding: 0 6px; border: 1px solid currentColor; border-radius: var(--radius); background: var(--ground); color: inherit; font: inherit; }
select:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.close { min-width: 44px; padding: 0; border: 0; font-size: 1.4em; line-height: 1; }
.status { display: flex; align-items: center; gap: 10px; margin: 0; min-height: 1.45em; }
.level { flex: none; width: 12px; height: 12px; border-radius: 50%; background: var(--accent); transform: scale(var(--level, .6)); }
.problem { margin: 0; padding: 8px 10px; border-left: 4px solid var(--line); background: var(--tint); color: var(--warning); }
[role=log] { flex: 1; min-height: 0; overflow: auto; }
ol { margin: 0; padding: 0; list-style: none; }
li { margin: 0 32px 8px 0; padding: 6px 10px; border-radius: var(--radius); overflow-wrap: anywhere; }
li { background: color-mix(in srgb, var(--text) 7%, transparent); }
li.caller { margin: 0 0 8px 32px; background: color-mix(in srgb, var(--accent) 12%, transparent); }
li b { display: block; font-size: .85em; }
li.interim span { font-style: italic; }
form { display: flex; gap: 8px; }
input {
  flex: 1; min-width: 0; min-height: 44px; padding: 0 12px; border: 1px solid currentColor; border-radius: var(--radius);
  background: transparent; color: inherit; font: inherit;
}
input:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
footer { display: flex; flex-wrap: wrap; gap: 8px; }
footer button { flex: 1; }
@media (prefers-reduced-motion: no-preference) { .level { transition: transform .1s; } }
`;
