/** Strokes on a 24-unit grid. */
const SHAPES = {
  agent: 'M4 12v2a8 8 0 0 0 16 0v-2M12 3a4 4 0 0 0-4 4v5a4 4 0 0 0 8 0V7a4 4 0 0 0-4-4M12 21v-1',
  alert: 'M12 4 2.5 20h19L12 4M12 10v4M12 17v.2',
  back: 'M15 5l-7 7 7 7',
  bell: 'M6 10a6 6 0 0 1 12 0c0 5 2 6 2 7H4c0-1 2-2 2-7M10 20a2 2 0 0 0 4 0',
  book: 'M5 4h9a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3V4M5 17a3 3 0 0 1 3-3h9',
  calendar: 'M4 6h16v14H4zM4 10h16M8 3v5M16 3v5',
  chart: 'M4 4v16h16M8 16v-4M12 16V8M16 16v-6',
  chat: 'M4 5h16v11H10l-5 4v-4H4V5',
  check: 'M5 12.500l4.500 4.500L19 7.500',
  close: 'M6 6l12 12M18 6L6 18',
  code: 'M8 7l-5 5 5 5M16 7l5 5-5 5',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  down: 'M6 9l6 6 6-6',
  flask:
    'M9 3h6M10 3v6L4.500 19a1.500 1.500 0 0 0 1.300 2h12.400a1.500 1.500 0 0 0 1.300-2L14 9V3M7.500 15h9',
  gear: 'M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6M12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2',
  globe: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M3 12h18M12 3c3.500 3 3.500 15 0 18M12 3c-3.500 3-3.500 15 0 18',
  hangUp: 'M3 14c5-5 13-5 18 0l-2.500 3-4-1.500V13a12 12 0 0 0-5 0v2.500l-4 1.500L3 14',
  help: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M9.500 9.500a2.500 2.500 0 1 1 3.500 2.300c-.700.300-1 .900-1 1.700M12 17v.2',
  home: 'M4 11l8-7 8 7v9h-5.500v-6h-5v6H4v-9',
  key: 'M8 11a4 4 0 1 0 0 8 4 4 0 0 0 0-8M11 12l9-9M16 7l3 3',
  keys: 'M4 7h16v10H4zM8 11h.1M12 11h.1M16 11h.1M8 14h8',
  link: 'M10 14l4-4M8 11l-3 3a3.500 3.500 0 0 0 5 5l3-3M16 13l3-3a3.500 3.500 0 0 0-5-5l-3 3',
  lock: 'M6 11h12v9H6zM9 11V8a3 3 0 0 1 6 0v3',
  menu: 'M4 7h16M4 12h16M4 17h16',
  mic: 'M12 3a3 3 0 0 0-3 3v5a3 3 0 0 0 6 0V6a3 3 0 0 0-3-3M5 11a7 7 0 0 0 14 0M12 18v3',
  moon: 'M20 14.500A8.500 8.500 0 1 1 9.500 4a7 7 0 0 0 10.500 10.500',
  more: 'M5 11a1 1 0 1 0 0 2 1 1 0 0 0 0-2M12 11a1 1 0 1 0 0 2 1 1 0 0 0 0-2M19 11a1 1 0 1 0 0 2 1 1 0 0 0 0-2',
  people:
    'M9 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7M3 20a6 6 0 0 1 12 0M16 11a3 3 0 1 0-1-5.800M17 14a5 5 0 0 1 4 5',
  phone:
    'M6 3l3 0 1.500 5L8 10a12 12 0 0 0 6 6l2-2.500 5 1.500v3a2 2 0 0 1-2 2A16 16 0 0 1 4 5a2 2 0 0 1 2-2',
  play: 'M8 5v14l11-7L8 5',
  plug: 'M9 3v5M15 3v5M6 8h12v3a6 6 0 0 1-12 0V8M12 17v4',
  plus: 'M12 5v14M5 12h14',
  redo: 'M20 9H10a5 5 0 0 0 0 10h6M20 9l-4-4M20 9l-4 4',
  refresh: 'M20 11a8 8 0 1 0-1 5M20 5v6h-6',
  rocket: 'M12 3c4 2.500 5.500 6 5 11l-2 2H9l-2-2c-.500-5 1-8.500 5-11M10 20l2 1 2-1M12 9v.2',
  scroll: 'M6 4h12v16H6zM9 9h6M9 13h6',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14M16 16l5 5',
  stop: 'M7 7h10v10H7z',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.500 1.500M17.500 17.500 19 19M19 5l-1.500 1.500M6.500 17.500 5 19',
  tool: 'M14.500 6a4 4 0 0 1 5-2l-3 3 .500 2.500 2.500.500 1.500-3a4 4 0 0 1-5.500 5L8 19.500a2 2 0 0 1-3.500-3.500L12 9a4 4 0 0 1 2.500-3',
  trash: 'M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13',
  undo: 'M4 9h10a5 5 0 0 1 0 10H8M4 9l4-4M4 9l4 4',
  wave: 'M4 10v4M8 7v10M12 4v16M16 8v8M20 11v2',
  webhook: 'M12 7a3 3 0 1 1 2.500 3M13 10l4 6M17 15a3 3 0 1 1-1 5M14 18H8M8 18a3 3 0 1 1-3-3M6 15l4-6',
} as const;

export type IconName = keyof typeof SHAPES;

const isIcon = (name: string): name is IconName => name in SHAPES;
export const ICON_NAMES = Object.keys(SHAPES).filter(isIcon);

/** An icon next to a word; if it stands alone, its parent needs an accessible name. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={SHAPES[name]} />
    </svg>
  );
}
