/** The orb of the panel and of the button. Its colors follow the accent. */
export const ORB_STYLES = `
.orb { --level: 0; --size: 44px; --body: var(--earshot-accent, #0f6e66); position: relative; display: grid; flex: none; place-items: center; width: var(--size); height: var(--size); isolation: isolate; }
.stage > .orb { margin: 14px; }
.orb::before { position: absolute; inset: 0; z-index: -2; border-radius: 50%; background: var(--ring, var(--accent)); opacity: calc(.14 + var(--level) * .24); transform: scale(calc(1.08 + var(--level) * .22)); content: ""; }
.orb[data-mood=listening] { --ring: var(--own); }
.orb[data-mood=off] { filter: grayscale(1); }
.orb-body { position: absolute; inset: 0; z-index: -1; overflow: hidden; border-radius: 50%; background: var(--body); transform: scale(calc(.97 + var(--level) * .06)); }
.orb-body i { position: absolute; border-radius: 50%; filter: blur(calc(var(--size) * .13)); }
.orb-body i:nth-child(1) { top: -28%; left: -18%; width: 90%; height: 90%; background: color-mix(in oklab, var(--body) 45%, #fff); }
.orb-body i:nth-child(2) { top: 46%; left: 50%; width: 58%; height: 58%; background: #f6a36b; opacity: .8; }
.orb-body i:nth-child(3) { top: 46%; left: -30%; width: 90%; height: 90%; background: color-mix(in oklab, var(--body) 70%, #000); }
.orb-bars { display: flex; align-items: center; gap: calc(var(--size) * .045); height: 40%; }
.orb-bars b { width: calc(var(--size) * .05); height: calc(16% + var(--level) * var(--reach) * 84%); border-radius: 9px; background: #fff; }
.orb-bars b:nth-child(1), .orb-bars b:nth-child(5) { --reach: .55; }
.orb-bars b:nth-child(2), .orb-bars b:nth-child(4) { --reach: .85; }
.orb-bars b:nth-child(3) { --reach: 1; }
@media (prefers-reduced-motion: no-preference) {
  .orb::before, .orb-body, .orb-bars b { transition: transform .12s, height .12s, opacity .12s; }
  .orb[data-mood=thinking] .orb-bars { animation: think 1.2s ease-in-out infinite; }
}
@media (prefers-reduced-motion: reduce) { .orb { --level: 0 !important; } }
@keyframes think { 50% { opacity: .35; } }
`;
