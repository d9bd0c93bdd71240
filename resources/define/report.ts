import type { Field } from './fields.ts'
import { type ReportChart, type Resource, record } from './resource.ts'
import type { Access } from './rights.ts'

type Declaration<F extends Record<string, Field>> = Omit<Parameters<typeof record<string, F>>[0], 'path' | 'key'> & {
  /** Its path when it is not among the MIS reports. */
  path?: string
  /** The day or instant by which it is always filtered, and how many days it opens with. */
  period: { field: NoInfer<keyof F & string>; days: number }
  /** The chart above its rows. */
  chart?: ReportChart<NoInfer<keyof F & string>>
  access: Access
}

/** The figures of the chart of a report: those with the most first, in paise; null where nothing was weighed. */
export interface ChartFigures {
  groups: { id: number | null; name: string | null; value: number | null }[]
}

/** The most days one report covers. */
export const MOST_DAYS = 366

/**
 * Declares a report: columns that are read from several tables and written to none. Its rows are the query of the same
 * name in `api/mis`; list, filters, totals, rights, export and page follow as they do for a master.
 */
export const report = <F extends Record<string, Field>>({ period, chart, ...declared }: Declaration<F>): Resource => ({
  ...record<string, F>({ ...declared, path: declared.path ?? `mis/${declared.name}`, key: [] }),
  kind: 'report',
  period,
  ...(chart && { chart }),
})
