import { logs } from '../../access.ts'
import { choice, integer, json, reference, text } from '../../define/fields.ts'
import { type Row, record } from '../../define/resource.ts'
import type { Fault } from '../../define/validate.ts'
import { importJob } from './import-job.ts'

/**
 * The result of a row of a file; HELD is a right row that waits for a wrong one of its group, CLOSED a row that the file
 * lacks and a sync therefore ends.
 */
export const IMPORT_VERDICTS = ['NEW', 'CHANGED', 'SAME', 'REJECTED', 'HELD', 'CLOSED'] as const
export type ImportVerdict = (typeof IMPORT_VERDICTS)[number]

/** The old and new values of a row, in the fields that differ. */
export interface ImportRowChange {
  before: Record<string, unknown>
  after: Record<string, unknown>
  /** Of a row that ends: since when it has counted, and the row of the file that takes its place. */
  ends?: { from: string; was: string; until: string | null; next: NextRow | null }
}

/** A row of the file that takes the place of one that ends, in the fields that differ. */
export interface NextRow extends Pick<ImportRowChange, 'before' | 'after'> {
  rowNo: number
}

/** The result of an import for one row of its file, shown before the first row is saved. */
export const importJobRow = record({
  path: 'import-job-rows',
  name: 'import-job-row',
  title: 'Import Rows',
  purpose: 'What each row of an imported file is: new, changed, the same as before, or rejected.',
  fields: {
    importJobId: reference(importJob),
    rowNo: integer({ min: 0, label: 'Row' }),
    verdict: choice(IMPORT_VERDICTS),
    rowKey: text({ max: 200, optional: true, label: 'Key' }),
    entityId: integer({ optional: true, label: 'Row of the master' }),
    changes: json<ImportRowChange, { optional: true; secret: true }>({ optional: true, secret: true }),
    warnings: json<Fault[], { optional: true; secret: true }>({ optional: true, secret: true }),
  },
  key: [],
  display: ['rowNo', 'verdict'],
  list: ['importJobId', 'rowNo', 'verdict', 'rowKey'],
  search: ['rowKey'],
  sort: ['rowNo'],
  indexes: [['importJobId', 'verdict', 'rowNo']],
  access: logs,
})

export type ImportJobRow = Row<typeof importJobRow>
