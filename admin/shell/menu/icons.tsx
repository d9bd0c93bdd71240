const lines = {
  menu: 'M3 6h18M3 12h18M3 18h18',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM21 21l-5-5',
  down: 'M6 9l6 6 6-6',
  left: 'M15 6l-6 6 6 6',
  right: 'M9 6l6 6-6 6',
  plus: 'M12 5v14M5 12h14',
  download: 'M12 4v12m-5-5 5 5 5-5M4 20h16',
  upload: 'M12 16V4m-5 5 5-5 5 5M4 20h16',
  edit: 'M4 20h4L19 9l-4-4L4 16zM14 6l4 4',
  filter: 'M3 5h18l-7 9v6l-4-2v-4z',
  close: 'M6 6l12 12M18 6 6 18',
  off: 'M5.6 5.6l12.8 12.8M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
  up: 'M12 20V4m-6 6 6-6 6 6',
  fall: 'M12 4v16m-6-6 6 6 6-6',
  person: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4 21c0-4 4-6 8-6s8 2 8 6',
  check: 'M4 12l6 6L20 6',
  columns: 'M4 4h16v16H4zM9.5 4v16M14.5 4v16',
  view: 'M2 12s4-6 10-6 10 6 10 6-4 6-10 6-10-6-10-6zM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z',
  dense: 'M4 5h16M4 9.7h16M4 14.3h16M4 19h16',
  loose: 'M4 5h16M4 12h16M4 19h16',
  sliders: 'M4 7h9M19 7h1M4 17h1M11 17h9M16 4.5v5M8 14.5v5',
  grow: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
  shrink: 'M9 4v5H4M15 4v5h5M9 20v-5H4M15 20v-5h5',
  keys: 'M2 6h20v12H2zM6 10h.5M10 10h.5M14 10h.5M18 10h.5M7 14h10',
  pin: 'M12 15v6M8 3h8M9 3v6l-3 6h12l-3-6V3',
  bell: 'M6 17V11a6 6 0 0 1 12 0v6l2 2H4zM10 21h4',
  alert: 'M12 3 2 21h20zM12 10v5m0 2.5v.5',
  look: 'M12 3a9 9 0 1 0 0 18zM12 3a9 9 0 0 1 0 18',
  offline: 'M2 9a15 15 0 0 1 20 0M6 13a9 9 0 0 1 12 0M10 17a4 4 0 0 1 4 0M12 20.5v.5M4 3l16 18',
  camera: 'M4 8h4l2-3h4l2 3h4v11H4zM12 10a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7z',
  lock: 'M5 11h14v10H5zM8 11V7a4 4 0 0 1 8 0v4',
} as const

/** A small icon beside a word; never instead of one. */
export type IconName = keyof typeof lines

export function Icon({ name, size = 14 }: { name: IconName; size?: number }) {
  return (
    <svg className="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path
        d={lines[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  )
}
