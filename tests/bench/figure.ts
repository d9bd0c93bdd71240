/** One measured figure with its goal, relative to the bare handler or absolute. */
export interface Figure {
  title: string
  bare: string
  ours: string
  ratio: string
  goal: string
  reached: boolean
}

/** The median. */
export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** Formats a number for reading: 12,345 or 3.2 or 0.04. */
export const told = (value: number) =>
  value >= 100 ? Math.round(value).toLocaleString('en-IN') : value >= 1 ? value.toFixed(1) : value.toFixed(3)

/** A figure that must be at least this fraction of the bare handler's requests per second. */
export const timesBare = (title: string, bare: number, ours: number, goal: number, unit = '/s'): Figure => ({
  title,
  bare: `${told(bare)} ${unit}`,
  ours: `${told(ours)} ${unit}`,
  // When the bare handler finishes nothing in a round, the round is too short.
  ratio: bare > 0 ? (ours / bare).toFixed(2) : '—',
  goal: `≥ ${goal} ×`,
  reached: ours / bare >= goal,
})

/** A figure that must not be above a limit. */
export const atMost = (title: string, ours: number, limit: number, unit: string, bare?: number): Figure => ({
  title,
  bare: bare === undefined ? '' : `${told(bare)} ${unit}`,
  ours: `${told(ours)} ${unit}`,
  ratio: bare === undefined ? '' : (ours / bare).toFixed(2),
  goal: `≤ ${limit} ${unit}`,
  reached: ours <= limit,
})

/** A figure that must not be below a limit, shown beside the bare driver's. */
export const atLeast = (title: string, ours: number, limit: number, unit: string, bare: number): Figure => ({
  title,
  bare: `${told(bare)} ${unit}`,
  ours: `${told(ours)} ${unit}`,
  ratio: (ours / bare).toFixed(2),
  goal: `≥ ${limit} ${unit}`,
  reached: ours >= limit,
})

/** The figures as a table in Markdown, its columns aligned. */
export function table(figures: readonly Figure[]): string {
  const rows = figures.map(({ title, bare, ours, ratio, goal, reached }) => [
    title,
    bare,
    ours,
    ratio,
    goal,
    reached ? 'yes' : '**no**',
  ])
  const all = [['figure', 'bare', 'ours', 'ratio', 'goal', 'reached'], ...rows]
  const widths = all[0]!.map((_, column) => Math.max(...all.map(row => row[column]!.length)))
  const lines = all.map(row => `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`)
  lines.splice(1, 0, `|${widths.map(width => '-'.repeat(width + 2)).join('|')}|`)
  return lines.join('\n')
}
