import type { Field } from './fields.ts'
import { type Grouping, type ReportChart, type ReportPeriod, type Resource, record } from './resource.ts'
import type { Access } from './rights.ts'

type Own<F> = NoInfer<keyof F & string>
/** A column of the rows, or one through their references. */
type Along<F> = Own<F> | NoInfer<`${keyof F & string}.${string}`>

type Declaration<F extends Record<string, Field>> = Omit<Parameters<typeof record<string, F>>[0], 'path' | 'key'> & {
  /** Its path when it is not among the MIS reports. */
  path?: string
  /** The day or instant by which it is always filtered; a report without one shows how things are today. */
  period?: ReportPeriod<Own<F>>
  /** The chart above its rows. */
  chart?: ReportChart<Own<F>>
  groups?: readonly Along<F>[]
  grouped?: Grouping<Along<F>>
  averages?: readonly Own<F>[]
  ratios?: { readonly [name in Own<F>]?: readonly [part: Own<F>, whole: Own<F>] }
  units?: { readonly [name in Own<F>]?: Own<F> }
  extremes?: { readonly [name in Own<F>]?: 'min' | 'max' }
  compared?: Own<F>
  usual?: { readonly [name in Own<F>]?: string }
  keptDaily?: true
  facts?: true
  workedOut?: readonly Own<F>[]
  choices?: { readonly [name in Own<F>]?: readonly Own<F>[] }
  access: Access
}

/** The rows of a report by one or two columns: how many each group has, and its figures in the units of their columns. */
export interface GroupedRows {
  groups: readonly {
    /** The value of each column: an id, a code, a month as its first day; null for rows without one. */
    keys: readonly (string | number | boolean | null)[]
    /** The texts of referenced rows. */
    texts: readonly (string | null)[]
    rows: number
    figures: Record<string, number | null>
    /** The unit of each quantity: «mixed», and then no figure, where the rows have several; null of nothing. */
    units: Record<string, string | null>
  }[]
  /** Of all rows together. */
  rows: number
  figures: Record<string, number | null>
  units: Record<string, string | null>
}

/** What stands for a unit where rows of several are together. */
export const MIXED = 'mixed'
/** What groups show of a compared total besides its sum; in hundredths of a percent, and its unit of the year before. */
export const comparedFigures = ['share', 'previous', 'growth'] as const

/** The most days one report covers. */
export const MOST_DAYS = 366
/** The most rows of a file that is sent while somebody waits; more are made in the background. */
export const MOST_AT_ONCE = 20_000
/** The most rows of a file that is sent while somebody waits, where some of its columns are worked out row by row. */
export const MOST_WORKED_OUT = 100
/** The most groups that one answer holds. */
export const MOST_GROUPS = 20_000

/**
 * Declares a report: columns that are read from several tables and written to none. Its rows are the query of the same
 * name in `api/mis`; list, filters, groups, totals, rights, export and page follow as they do for a master.
 */
export const report = <F extends Record<string, Field>>({
  period,
  chart,
  groups,
  grouped,
  averages,
  ratios,
  units,
  extremes,
  compared,
  usual,
  keptDaily,
  facts,
  workedOut,
  choices,
  ...declared
}: Declaration<F>): Resource => ({
  ...record<string, F>({ ...declared, path: declared.path ?? `mis/${declared.name}`, key: [] }),
  kind: 'report',
  ...(period && { period }),
  ...(chart && { chart }),
  ...(groups && { groups }),
  ...(grouped && { grouped }),
  ...(averages && { averages }),
  ...(ratios && { ratios: ratios as NonNullable<Resource['ratios']> }),
  ...(units && { units: units as NonNullable<Resource['units']> }),
  ...(extremes && { extremes: extremes as NonNullable<Resource['extremes']> }),
  ...(compared && { compared }),
  ...(keptDaily && { keptDaily }),
  ...(facts && { facts }),
  ...(workedOut && { workedOut }),
  ...(choices && { choices: choices as NonNullable<Resource['choices']> }),
  ...(usual && { usual: usual as NonNullable<Resource['usual']> }),
})

/** Whether a column says nothing, as the filter that it belongs to is not set; `chosen` are the columns of the filters. */
export const isIdle = ({ choices = {} }: Resource, name: string, chosen: readonly string[]): boolean =>
  Object.entries(choices).some(([choice, columns]) => columns.includes(name) && !chosen.includes(choice))

/** The figures of each group, in the order of the columns: sums, averages, extremes and shares of sums. */
export function figuresOf({
  fields,
  totals,
  averages = [],
  ratios = {},
  units = {},
  extremes = {},
}: Resource): string[] {
  const names = new Set([...totals, ...averages, ...[ratios, units, extremes].flatMap(one => Object.keys(one))])
  return Object.keys(fields).filter(name => names.has(name))
}
