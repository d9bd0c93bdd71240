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
