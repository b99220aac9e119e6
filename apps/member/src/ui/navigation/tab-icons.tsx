/** The five tab icons: an outline; when selected, gold inside the outline (design language, section 6). */
export type TabName = 'home' | 'investment' | 'team' | 'mine' | 'mall'

type Shape = { fill: string[]; line: string[]; dashed?: string }

const SHAPES: Record<TabName, Shape> = {
  home: {
    fill: ['M4.2 10.7 12 4l7.8 6.7v7.6a2.2 2.2 0 0 1-2.2 2.2H6.4a2.2 2.2 0 0 1-2.2-2.2z'],
    line: ['M8.9 14.6c.8 1.3 1.9 1.9 3.1 1.9s2.3-.6 3.1-1.9'],
  },
  investment: {
    fill: [
      'M9.2 7.6a6.4 6.4 0 1 1 0 12.8 6.4 6.4 0 0 1 0-12.8z',
      'M17.6 3.4a3.2 3.2 0 1 1 0 6.4 3.2 3.2 0 0 1 0-6.4z',
    ],
    line: ['M7.8 12.4 9.6 11.2v5.6'],
  },
  team: {
    fill: ['M6.4 5h11.2A2 2 0 0 1 19.6 7v11.5a2 2 0 0 1-2 2H6.4a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2z'],
    line: ['M8.4 3.2v3.2', 'M15.6 3.2v3.2', 'M8.6 13.2l2.4 2.3 4.4-4.6'],
  },
  mine: {
    fill: [
      'M12 3.6a4.3 4.3 0 1 1 0 8.6 4.3 4.3 0 0 1 0-8.6z',
      'M4.4 20.4c.4-3.7 3.3-5.9 7.6-5.9s7.2 2.2 7.6 5.9z',
    ],
    line: [],
  },
  mall: {
    fill: [
      'M3.2 7.4a1.4 1.4 0 0 1 1.4-1.4h14.8a1.4 1.4 0 0 1 1.4 1.4v2.3a2.3 2.3 0 0 0 0 4.6v2.3a1.4 1.4 0 0 1-1.4 1.4H4.6a1.4 1.4 0 0 1-1.4-1.4v-2.3a2.3 2.3 0 0 0 0-4.6z',
    ],
    line: [],
    dashed: 'M14.4 8.6v7',
  },
}

export function TabIcon({ name, selected }: { name: TabName; selected: boolean }) {
  const { fill, line, dashed } = SHAPES[name]
  return (
    <svg
      viewBox="0 0 24 24"
      width="24"
      height="24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.9"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {fill.map((d) => (
        <path key={d} d={d} className={selected ? 'fill-gold' : undefined} />
      ))}
      {line.map((d) => (
        <path key={d} d={d} />
      ))}
      {dashed !== undefined && <path d={dashed} strokeDasharray="0.2 3.3" strokeWidth="2.1" />}
    </svg>
  )
}
