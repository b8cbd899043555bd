// Small pictures, drawn with lines as on the payer's pages. They only accompany text, so screen readers skip them.
const drawings = {
  alert: 'M12 8v5m0 3h.01M10.3 4 2.6 17.5A2 2 0 0 0 4.3 20.500h15.400a2 2 0 0 0 1.700-3L13.700 4a2 2 0 0 0-3.400 0Z',
  arrowLeft: 'M19 12H5m6-6-6 6 6 6',
  arrowRight: 'M5 12h14m-6-6 6 6-6 6',
  audit: 'M8 4h8l4 4v12H4V4h4m1 8h6m-6 4h6',
  bell: 'M6 9a6 6 0 1 1 12 0c0 6 2 7 2 7H4s2-1 2-7m4 11h4',
  card: 'M3 6h18v12H3zM3 10h18M7 15h3',
  chart: 'M4 20V4m0 16h16M8 16v-4m4 4V8m4 8v-6',
  check: 'm5 12 5 5 9-10',
  chevronDown: 'm6 9 6 6 6-6',
  columns: 'M4 5h16v14H4zM10 5v14M15 5v14',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  dispute: 'M12 4v16M7 20h10M5 8h14M5 8l-2.500 6h5zm14 0-2.500 6h5z',
  download: 'M12 4v11m-5-5 5 5 5-5M5 20h14',
  filter: 'M4 6h16M7 12h10m-7 6h4',
  key: 'M14.500 9.500a4 4 0 1 0-3.700 4l1.700 1.500h2v2h2v2h3.500v-3.500l-5.500-5.500',
  keyboard: 'M3 7h18v10H3zM7 10.500h.01M11 10.500h.01M15 10.500h.01M8 14h8',
  link: 'M10 14a4 4 0 0 0 5.700 0l3-3a4 4 0 0 0-5.700-5.700l-1 1M14 10a4 4 0 0 0-5.700 0l-3 3a4 4 0 0 0 5.700 5.700l1-1',
  lock: 'M6 11h12v9H6zM9 11V7.500a3 3 0 0 1 6 0V11',
  menu: 'M4 7h16M4 12h16M4 17h16',
  moon: 'M20 14.500A8 8 0 0 1 9.500 4 8 8 0 1 0 20 14.500Z',
  order: 'M5 4h14v16l-2.300-1.500L14.300 20 12 18.500 9.700 20l-2.400-1.500L5 20zM9 9h6m-6 4h6',
  pay: 'M12 4v16m4-12.500c-.8-1-2.300-1.500-4-1.500-2.200 0-4 1-4 3s1.800 2.700 4 3 4 1 4 3-1.800 3-4 3c-1.700 0-3.200-.5-4-1.500',
  users:
    'M9 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7Zm-6.500 9c0-3.500 3-5.500 6.500-5.500s6.500 2 6.500 5.500M16 4.500a3.500 3.500 0 0 1 0 6.500m2.500 4c2 .8 3 2.600 3 5',
  user: 'M12 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-8 10c0-4 3.600-6 8-6s8 2 8 6',
  plus: 'M12 5v14M5 12h14',
  refresh: 'M20 11a8 8 0 0 0-14.300-4L4 9m0-5v5h5M4 13a8 8 0 0 0 14.300 4l1.700-2m0 5v-5h-5',
  review: 'M4 5h16v11H9l-5 4zM9 10.500l2 2 4-4',
  risk: 'M12 3 4 6v6c0 5 3.500 7.500 8 9 4.500-1.500 8-4 8-9V6zM12 8v4m0 3h.01',
  search: 'M10.500 17a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13Zm5-1.500L20 20',
  settings: 'M4 7h9m4 0h3M4 17h3m4 0h9M15 4.500v5M9 14.500v5',
  settlement: 'M3 9.500 12 4l9 5.500M5 10v8m4.700-8v8m4.600-8v8M19 10v8M3 20h18',
  shop: 'M4 9.500 5.500 4h13L20 9.500M4 9.500h16M4 9.500V20h16V9.500M9 20v-6h6v6',
  signOut: 'M14 4h5v16h-5M4 12h11m-4-4 4 4-4 4',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm0-13v2m0 14v2M3 12h2m14 0h2M5.600 5.600 7 7m10 10 1.400 1.400m0-12.800L17 7M7 17l-1.400 1.400',
  token: 'M12 3 4.500 7.500v9L12 21l7.500-4.500v-9zM12 12l7.500-4.500M12 12v9m0-9L4.500 7.500',
  trash: 'M4 7h16M9 7V4h6v3m3 0-1 13H7L6 7m4 4v5m4-5v5',
  wallet: 'M4 7.500h15v11H4zM4 7.500V6l11-2v3.500M15 11.500h4v3h-4z',
  webhook: 'M5 12a7 7 0 0 1 14 0M8.500 12a3.500 3.500 0 0 1 7 0M12 12v8m-3 0h6',
  x: 'm6 6 12 12M18 6 6 18',
} as const

export type IconName = keyof typeof drawings

/** Turned where lines run from right to left. */
const turning: ReadonlySet<IconName> = new Set(['arrowLeft', 'arrowRight', 'signOut'])

export function Icon({ name, size = 18 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      className="icon"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
      {...(turning.has(name) && { 'data-turns': true })}
    >
      <path d={drawings[name]} />
    </svg>
  )
}
