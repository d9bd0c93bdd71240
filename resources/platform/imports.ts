import type { Resource } from '../define/resource.ts'
import type { Fault } from '../define/validate.ts'
import type { WhatIfAnswer } from '../orders/what-if/what-if.ts'
import type { ImportJob } from './import-job.ts'
import type { ImportJobError } from './import-job-error.ts'
import type { ImportJobRow } from './import-job-row.ts'

/** Which rows a file may bring; SYNC also closes the rows that it lacks. */
export const writeModes = ['UPSERT', 'INSERT', 'UPDATE', 'SYNC'] as const
export type WriteMode = (typeof writeModes)[number]

/** Whether a file may end the rows that its new ones replace: rows of the master count for a period. */
export const maySucceed = ({ kind, dated }: Resource): boolean => kind === 'master' && dated

/** For each column of a file the field it is read into; null where it is left out. */
export type ColumnMapping = readonly (string | null)[]

/** A row that an import wrote and that cannot simply be rolled back. */
export interface ImportConflict {
  /** The path of the resource. */
  path: string
  id: number
  text: string
  reason: string
}

/** Where the headings of a sheet stand: the number of their row, and whether they take one row or two. */
export interface HeadingPlace {
  rowNo: number
  rows: 1 | 2
}

/** A row as the sheet has it, its cells as text. */
export interface LookedAtRow {
  rowNo: number
  cells: string[]
}

/** The head of a file: its headings, some values under each, and the field that each is proposed for. */
export interface SheetLook {
  headings: string[]
  heading: HeadingPlace
  /** The first rows of the file, among which the headings may stand. */
  top: LookedAtRow[]
  /** Rows that look like totals of the others, and the word that shows it; at most a few are named. */
  totals: { count: number; named: { rowNo: number; text: string }[] }
  samples: string[][]
  rows: number
  proposed: ColumnMapping
  /** The proposal is the mapping that the sender chose for such a file before. */
  remembered: boolean
}

/** A column that a heading may be mapped to. */
export interface SheetChoice {
  key: string
  heading: string
  required: boolean
}

/** The head of a file, with the columns that its headings may be mapped to. */
export interface SheetToMap extends SheetLook {
  columns: SheetChoice[]
}

/** An import as its readers see it: the file, how far it is, and what it would change or has changed. */
export interface ImportAnswer
  extends Pick<
    ImportJob,
    | 'id'
    | 'jobNo'
    | 'origin'
    | 'onError'
    | 'fileName'
    | 'status'
    | 'requestedById'
    | 'createdAt'
    | 'finishedAt'
    | 'rowsTotal'
    | 'rowsDone'
    | 'rowsNew'
    | 'rowsChanged'
    | 'rowsSame'
    | 'rowsFailed'
  > {
  /** The path that the file is for. */
  resource: string
  title: string
  mode: WriteMode
  /** Rows that a sync closes, or that end because new ones replace them. */
  closing: number
  /** Rows that new ones replace end the day before. */
  endReplaced: boolean
  /** Right rows that wait for a wrong one of their customer, contract or annexure. */
  held: number
  /** Rows with a warning; they are saved like the others. */
  warned: number
  /** The person sent it. */
  mine: boolean
  requestedBy?: string | null
  warnings: string[]
  unknownColumns: string[]
  missingColumns: string[]
  conflicts: ImportConflict[]
  /** Only the sender reads what the file looks like. */
  sheet?: SheetToMap
  mapping?: ColumnMapping | null
  /** The rows that look like totals are left out. */
  leaveOutTotals?: boolean
  error?: string
  /** What the rows would do to open orders, of a master that orders read. */
  whatIf?: WhatIfAnswer
}

/** What is wrong with a cell or a row of a file; `value` is null for people who may not read the cells. */
export type ImportFault = Pick<ImportJobError, 'rowNo' | 'columnName' | 'value' | 'errorCode' | 'message'>

/** A row of a file as it was judged, with the fields that change. */
export interface JudgedRow extends Pick<ImportJobRow, 'id' | 'rowNo' | 'verdict' | 'rowKey' | 'entityId'> {
  changes: { field: string; before: unknown; after: unknown; beforeText: string | null; afterText: string | null }[]
  warnings: Fault[]
  errors: ImportFault[]
}
