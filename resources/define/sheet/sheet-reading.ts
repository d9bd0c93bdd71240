/** The value of a cell, or why it has none: an error code and the rest of a sentence that begins with the heading. */
export type Reading = { value: unknown } | { fault: readonly [code: string, message: string] }

/** A reading without value: why. */
export const fault = (code: string, message: string): Reading => ({ fault: [code, message] })

/**
 * A cell as the file has it: `serial` is a cell that the spreadsheet shows as a date (days since 1899-12-30), `percent`
 * one that it shows with a per cent sign (0.125 is 12.5 %), `formula` one that is computed.
 */
export type SheetCell =
  | string
  | number
  | boolean
  | null
  | { serial: number }
  | { percent: number }
  | { formula: string }

/** Which part of a day in digits comes first: 03/04/2027 is 3 April or 4 March. */
export type DayOrder = 'DMY' | 'MDY'

/** What the other cells of a column show of how it is written. */
export interface ColumnWriting {
  /** The order of days, by the sign between their parts; MIXED where cells contradict each other. */
  days?: Partial<Record<'/' | '-', DayOrder | 'MIXED'>>
  /** It has long numbers that do not end in zeros, so no spreadsheet shortened it. */
  hasLongNumbers?: boolean
  /** What people said that words of it mean: an option by the `optionKey` of its word. */
  words?: ReadonlyMap<string, string>
}
