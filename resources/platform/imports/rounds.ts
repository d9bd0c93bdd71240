import type { Formula } from '../../define/formula.ts'
import type { RowValues } from '../../define/row-values.ts'

/** A change of very many rows, as it was asked. */
export interface AskedRound {
  /** The filter of the list. */
  filters: RowValues
  set: RowValues
  formula: Formula | null
  from: string | null
  why: string | null
}

/** What a round comes to, over the rows that it changes; amounts as the field is stored. */
export interface RoundSums {
  rows: number
  /** Rows that end the day before, each with a successor; the others change in place. */
  succeeded: number
  /** Rows that end before the round begins and are left out. */
  over: number
  before: number
  after: number
  /** The smallest and the largest change of a row, in hundredths of a percent. */
  least: number | null
  most: number | null
}

/** A round as its readers see it. */
export interface RoundAnswer {
  words: string
  field: string | null
  from: string | null
  sums: RoundSums | null
  preparedBy: string
  confirmedBy: string | null
  /** So many rows wait for another person than the one who prepared the round. */
  secondPerson: boolean
  why: string | null
}
