/** The groups of a report as a table: one line for each group, or with the values of the second column side by side. */
import { columnOf } from '../columns.ts'
import type { Field } from '../define/fields.ts'
import { labelOf } from '../define/label.ts'
import { comparedFigures, figuresOf, type GroupedRows } from '../define/report.ts'
import type { Grouping, Resource } from '../define/resource.ts'
import { monthText } from '../define/show.ts'
import { optionLabel } from '../option-words.ts'

type Key = GroupedRows['groups'][number]['keys'][number]

/** A head of the table: of a column that groups, of a figure, or of a value of the column across. */
export interface GroupHead {
  name: string
  label: string
  field: Field
}

export interface GroupLine {
  /** The value of each column that groups, and its text where the value does not speak for itself. */
  keys: { value: Key; text: string | null }[]
  /** One for each figure, or each value across and then the total, a unit as its text; null where there is none. */
  figures: Figure[]
}
type Figure = number | string | null

export interface GroupTable {
  dimensions: GroupHead[]
  figures: GroupHead[]
  /** With values across: their keys, in the order of `figures`. */
  across: Key[] | undefined
  lines: GroupLine[]
  totals: Figure[]
}

/** How many rows a group has; the name of a figure that every report has. */
export const ROWS = 'rows'
const COUNT: Field = { kind: 'number', optional: true, scale: 0 }
const PERCENT: Field = { kind: 'number', optional: true, scale: 2, unit: '%' }
const NONE = '(none)'

/** The figures that groups of a report show to somebody who reads these columns. */
export const figureHeads = (report: Resource, readable: (name: string) => boolean): GroupHead[] => [
  { name: ROWS, label: 'Rows', field: COUNT },
  ...figuresOf(report)
    .filter(readable)
    .flatMap(name => {
      const head = headOf(report, name)
      return name === report.compared ? [head, ...comparisonsOf(head)] : [head]
    }),
]

const comparisonsOf = ({ label, field }: GroupHead): GroupHead[] => {
  const [share, previous, growth] = comparedFigures
  return [
    { name: share, label: 'Share %', field: PERCENT },
    { name: previous, label: `${label}, year before`, field },
    { name: growth, label: 'Growth %', field: PERCENT },
  ]
}

/** The figures of a table, with the unit of each quantity behind it. */
const withUnits = (report: Resource, figures: readonly GroupHead[]): GroupHead[] =>
  figures.flatMap(head => {
    const unit = report.units?.[head.name]
    return unit === undefined ? [head] : [head, { ...headOf(report, unit), name: unitOf(head.name) }]
  })

const unitOf = (name: string) => `unit of ${name}`

/** How an option of a field is called. */
type SayOption = (field: Field, option: string) => string

/**
 * Lays groups out as a table, in the order of their keys; months in their order, texts by the alphabet, options as `say`
 * calls them.
 */
export function groupTable(
  report: Resource,
  { by, across, of = ROWS }: Grouping,
  grouped: GroupedRows,
  say: SayOption = (field, option) => optionLabel(field, option, 'staff'),
): GroupTable {
  const figures = figureHeads(report, name => name in grouped.figures)
  const figureOf = (group: Pick<GroupedRows, 'rows' | 'figures'>, name: string) =>
    name === ROWS ? group.rows : (group.figures[name] ?? null)
  const told = withUnits(report, figures)
  const toldOf = (group: Pick<GroupedRows, 'rows' | 'figures' | 'units'>): Figure[] => {
    const units = Object.fromEntries(Object.entries(group.units).map(([name, unit]) => [unitOf(name), unit]))
    return told.map(({ name }) => (name in units ? units[name]! : figureOf(group, name)))
  }
  const names = across === undefined ? by : [...by, across]
  const fields = names.map(name => columnOf(report, name)!.field)
  const keysOf = ({ keys, texts }: GroupedRows['groups'][number]) =>
    keys.map((value, at) => ({ value, text: textOf(fields[at]!, value, texts[at] ?? null, say) }))
  const groups = grouped.groups
    .map(group => ({ group, keys: keysOf(group) }))
    .sort((one, other) => compareKeys(fields, one.keys, other.keys))
  const dimensions = by.map(name => headOf(report, name))
  if (across === undefined)
    return {
      dimensions,
      figures: told,
      across,
      lines: groups.map(({ group, keys }) => ({ keys, figures: toldOf(group) })),
      totals: toldOf(grouped),
    }
  const figure = figures.find(({ name }) => name === of) ?? figures[0]!
  const isSum = figure.name === ROWS || report.totals.includes(figure.name)
  const values = distinct(groups.map(({ keys }) => keys.at(-1)!)).sort((one, other) =>
    compareKeys(fields.slice(-1), [one], [other]),
  )
  // What is no sum has no total beside it: an average of averages would be none.
  const total = (cells: readonly (number | null)[]) =>
    isSum ? [cells.reduce<number>((all, one) => all + (one ?? 0), 0)] : []
  const lines = distinct(groups.map(({ keys }) => keys[0]!)).map(key => {
    const own = groups.filter(({ keys }) => keys[0]!.value === key.value)
    const cells = values.map(({ value }) => {
      const cell = own.find(({ keys }) => keys.at(-1)!.value === value)
      return cell ? figureOf(cell.group, figure.name) : null
    })
    return { keys: [key], figures: [...cells, ...total(cells)] }
  })
  return {
    dimensions,
    figures: [
      ...values.map(({ value, text }) => ({ ...figure, name: String(value), label: text ?? String(value) })),
      ...(isSum ? [{ ...figure, name: 'total', label: 'Total' }] : []),
    ],
    across: values.map(({ value }) => value),
    lines,
    totals: isSum
      ? [...values.flatMap((_, at) => total(lines.map(line => line.figures[at]!))), figureOf(grouped, figure.name)]
      : values.map(() => null),
  }
}

function headOf(report: Resource, name: string): GroupHead {
  const { field, label } = columnOf(report, name)!
  return {
    name,
    field,
    label: report.averages?.includes(name) ? `Average ${labelOf(name, field).toLowerCase()}` : label,
  }
}

function textOf(field: Field, value: Key, text: string | null, say: SayOption): string | null {
  if (value === null) return NONE
  if (field.kind === 'date') return monthText(String(value))
  return field.kind === 'choice' ? say(field, String(value)) : text
}

const distinct = (keys: readonly GroupLine['keys'][number][]) => [
  ...new Map(keys.map(key => [key.value, key])).values(),
]

/** Options in the order in which they are declared, days in theirs, everything else by its text; rows without a value come last. */
function compareKeys(fields: readonly Field[], one: GroupLine['keys'], other: GroupLine['keys']): number {
  for (const [at, { value, text }] of one.entries()) {
    const against = other[at]!
    if (value === against.value) continue
    if (value === null || against.value === null) return value === null ? 1 : -1
    const { kind, options } = fields[at]!
    if (options) return options.indexOf(String(value)) - options.indexOf(String(against.value))
    if (kind === 'date' || kind === 'number') return value < against.value ? -1 : 1
    const order = (text ?? String(value)).localeCompare(against.text ?? String(against.value), 'en', { numeric: true })
    if (order !== 0) return order
  }
  return 0
}
