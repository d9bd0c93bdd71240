/** One measured figure with its goal, relative to the bare handler or absolute. */
export interface Figure {
  title: string
  bare: string
  ours: string
  ratio: string
  /** The lowest and the highest ratio of a round, which show the noise of the machine. */
  spread?: string
  /** What another product answers to the same request, and that relative to the bare handler. */
  peer?: string
  /** Empty for a figure that is only shown. */
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

/** A figure that must be at least this fraction of the bare handler's requests per second; shown alone without a goal. */
export const timesBare = (
  title: string,
  bare: number,
  ours: number,
  goal: number | undefined,
  unit = '/s',
): Figure => ({
  title,
  bare: `${told(bare)} ${unit}`,
  ours: `${told(ours)} ${unit}`,
  // When the bare handler finishes nothing in a round, the round is too short.
  ratio: bare > 0 ? (ours / bare).toFixed(2) : '—',
  goal: goal === undefined ? '' : `≥ ${goal} ×`,
  reached: goal === undefined || (bare > 0 && ours / bare >= goal),
})

/** The lowest and the highest of the ratios of single rounds, as far as there are any. */
export const spreadOf = (ratios: readonly number[]) =>
  ratios.length === 0 ? '' : `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`

/** One line of a figure, as it is printed while the rest is still measured. */
export const lineOf = ({ title, bare, ours, ratio, spread, peer, goal, reached }: Figure) =>
  [
    `${reached ? 'ok' : 'NO'}  ${title}: ${ours}`,
    `bare ${bare || '—'}`,
    `ratio ${ratio || '—'}${spread ? ` (${spread})` : ''}`,
    ...(peer ? [`peer ${peer}`] : []),
    `goal ${goal || '—'}`,
  ].join(', ')

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

/** The figures as a table in Markdown, its columns aligned; a column that no figure fills is left out. */
export function table(figures: readonly Figure[]): string {
  const columns: [string, (figure: Figure) => string][] = [
    ['figure', ({ title }) => title],
    ['bare', ({ bare }) => bare],
    ['ours', ({ ours }) => ours],
    ['ratio', ({ ratio }) => ratio],
    ['spread', ({ spread }) => spread ?? ''],
    ['Keystone', ({ peer }) => peer ?? ''],
    ['goal', ({ goal }) => goal],
    ['reached', ({ goal, reached }) => (goal === '' ? '' : reached ? 'yes' : '**no**')],
  ]
  const filled = columns.filter(([, cell]) => figures.some(figure => cell(figure) !== ''))
  const all = [filled.map(([name]) => name), ...figures.map(figure => filled.map(([, cell]) => cell(figure)))]
  const widths = all[0]!.map((_, column) => Math.max(...all.map(row => row[column]!.length)))
  const lines = all.map(row => `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`)
  lines.splice(1, 0, `|${widths.map(width => '-'.repeat(width + 2)).join('|')}|`)
  return lines.join('\n')
}
