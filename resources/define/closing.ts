/** What becomes of a row that refers to a row which is closed. */
export type Becomes =
  /** It ends on the last day; what would begin later never does. */
  | 'ENDS'
  /** From the day after on it names who takes over. */
  | 'PASSES'
  /** It names nobody from the day after on. */
  | 'FREED'
  /** It is open, and must be finished before the row is closed. */
  | 'FINISHED'
  /** It goes with the row, once nothing is open. */
  | 'LASTLY'
  /** Nothing happens to it: it tells the past, or SAP keeps it. */
  | 'STAYS'

/**
 * How a row is closed as one deed: from the day after its last day nothing new begins with it, what is open is finished,
 * and then it is deactivated with all that belongs to it.
 */
export interface Closing {
  /** The field that keeps the last day. */
  lastDay: string
  /** The words of its button. */
  act: string
  /** What it means, in a sentence or two above its form. */
  says: string
  /** Another row of the list takes over, and must where something passes to it. */
  taker: { label: string; hint: string; must?: true }
  /** The field of the closed row that names who takes over, for whoever comes across it later. */
  successor?: string
  /** What becomes of rows by `resource.field` that refer to it, where that is not what their declaration says. */
  becomes?: { readonly [use: string]: Becomes }
  /** Fields that are emptied together with a reference, by `resource.field`. */
  with?: { readonly [use: string]: readonly string[] }
}
