import { mulDiv } from '../../resources/define/amounts.ts'
import { addDays } from '../../resources/define/dates.ts'

/** A row as it is stored. */
export type Stored = Record<string, string | number | null>

/** What is written of an order, parents first. */
export const documentTables = [
  ...(['order', 'order_line', 'schedule_line', 'order_step', 'invoice', 'invoice_line'] as const),
  ...(['lr', 'lr_line', 'lr_line_item', 'shipment', 'tracking_event', 'pod', 'pod_page'] as const),
  ...(['transporter_bill', 'transporter_bill_line'] as const),
] as const
export type Documents = Record<(typeof documentTables)[number], Stored[]>

export const noDocuments = () => Object.fromEntries(documentTables.map(table => [table, []])) as unknown as Documents

/** Dates and instants of a row, so many days later. */
export function movedBy(days: number, row: Stored): Stored {
  const isDated = /^\d{4}-\d\d-\d\d(T|$)/
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'string' && isDated.test(value) ? addDays(value.slice(0, 10), days) + value.slice(10) : value,
    ]),
  )
}

export const scaled = (row: Stored, names: readonly string[], now: number, before: number): Stored => ({
  ...row,
  ...Object.fromEntries(names.map(name => [name, row[name] == null ? null : mulDiv(Number(row[name]), now, before)])),
})

export const inRupees = (paise: number) => Math.max(100, Math.round(paise / 100) * 100)
