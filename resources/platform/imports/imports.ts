import type { Resource } from '../../define/resource.ts'

/** Which rows a file may bring; SYNC also closes the rows that it lacks. */
export const writeModes = ['UPSERT', 'INSERT', 'UPDATE', 'SYNC'] as const
export type WriteMode = (typeof writeModes)[number]

/** Whether a file may end the rows that its new ones replace: rows of the master count for a period. */
export const maySucceed = ({ kind, dated }: Resource): boolean => kind === 'master' && dated

/** For each column of a file the field it is read into; null where it is left out. */
export type ColumnMapping = readonly (string | null)[]

/** Where the headings of a sheet stand: the number of their row, and whether they take one row or two. */
export interface HeadingPlace {
  rowNo: number
  rows: 1 | 2
}

/** A row as the sheet has it, its cells as text. */
interface LookedAtRow {
  rowNo: number
  cells: string[]
}

/** What a word of a column means, as the sender of a file says it: an option; null where nothing is known. */
export interface SaidWord {
  column: string
  word: string
  option: string | null
}

/** Why a column is proposed: somebody said it of an earlier file, others write such files, its heading is a field's own, means one in other words, its values fit, or it was so before. */
export type ProposedBy = 'LEARNED' | 'SHAPE' | 'HEADING' | 'WORDS' | 'VALUES' | 'BEFORE'

/** A column with a day such as 03/04/2027, which can be two days, while none of its cells says which comes first. */
export interface EitherDay {
  column: number
  text: string
  /** The days that it can be, the one with the day first before the other. */
  days: readonly string[]
}

/** The head of a file: its headings, some values under each, and the field that each is proposed for. */
export interface SheetLook {
  headings: string[]
  heading: HeadingPlace
  /** The first rows of the file, among which the headings may stand. */
  top: LookedAtRow[]
  /** Rows that look like totals of the others, and the word that shows it; at most a few are named. */
  totals: { count: number; named: { rowNo: number; text: string }[] }
  /** Rows that the workbook hides; at most a few are named. Older files have none. */
  hidden?: { count: number; named: number[] }
  samples: string[][]
  /** The different texts of each column, where they are few and short. Older files have none. */
  texts?: string[][]
  /** What words of columns are known to mean. */
  said?: readonly SaidWord[]
  /** Older files have none. */
  eitherDays?: readonly EitherDay[]
  rows: number
  proposed: ColumnMapping
  /** For each column why it is proposed; null where it is left out or its sender said so. Older files have none. */
  why?: readonly (ProposedBy | null)[]
  /** Whose files have such headings; their meaning is offered. Absent where nobody's do. */
  shape?: string
  /** The proposal is the mapping that the sender chose for such a file before. */
  remembered: boolean
}

/** When the new rows of a file start, and when those end that it ends: the first and the last day of each. */
export interface ImportPeriods {
  starts: DaySpan | null
  ends: DaySpan | null
}

export interface DaySpan {
  first: string
  last: string
}

/** A column that a heading may be mapped to. */
export interface SheetChoice {
  key: string
  heading: string
  /** Of a column of choices: its options, and the keys of the words that stand for each. */
  options?: { option: string; label: string; words: string[] }[]
  required: boolean
  /** It holds days, or days with a time. */
  isDay: boolean
}

/** The head of a file, with the columns that its headings may be mapped to. */
export interface SheetToMap extends SheetLook {
  columns: SheetChoice[]
}
