import type { OfferedProduct } from '../../../resources/orders/pad/offers.ts'
import type { Unit } from '../../../resources/orders/pad/units.ts'
import type { PadFault, PadLine } from '../lines/line-store.ts'

/**
 * A pasted row that needs a person: the original text, the reason, possible products, and the fields to correct.
 * Quantity in thousandths.
 */
export interface TrayRow {
  key: string
  text: string
  reason: string
  /** The most similar products, the best first. */
  matches: readonly OfferedProduct[]
  code: string
  qty: number | string | null
  /** The text that may be remembered as the customer's own code of the chosen product. */
  customerCode: string | null
  /** The unit it was written in, while the product is unknown. */
  unit: Unit | null
}

/** The result of pasting: rows of the pad, and rows to review. */
export interface PastedLines {
  lines: PadLine[]
  tray: TrayRow[]
}

let made = 0
/** A tray row with a new key, since a restored copy may bring a key that is already in use. */
export const trayRow = (row: Omit<TrayRow, 'key'>): TrayRow => ({ ...row, key: `t${++made}` })

/** Whether pasted text is a list rather than a value for one box. */
export const isList = (text: string) => /[\t\n\r]/.test(text.trim())

export const notSold = (code: string) => `${code} is not available to this customer`

/** Tray rows prevent the submit, so that none is forgotten. */
export const trayFault = (tray: readonly TrayRow[]): PadFault[] =>
  tray.length === 0
    ? []
    : [
        {
          key: null,
          column: null,
          field: 'tray',
          code: 'TRAY',
          message: `${tray.length === 1 ? 'A pasted row is' : `${tray.length} pasted rows are`} not on the order yet: add or discard them`,
        },
      ]
