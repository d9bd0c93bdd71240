import type { Knex } from 'knex'
import { type TaxQuarter, taxQuarterOf } from '../../../resources/payments/tds/tax-quarters.ts'
import { indianDay } from '../../platform/sql-words.ts'

/** The TDS that a customer deducted from payments in a quarter, in paise. */
export interface DeductedTds extends TaxQuarter {
  customerId: number
  amount: number
}

/** Whose TDS is asked for, and of which tax year; without them of all. */
interface Asked {
  customerIds?: readonly number[]
  taxYear?: string
}

/** The TDS that payments settle on open items now, by customer and quarter of the Indian day of the payment. */
export async function tdsOf(db: Knex, { customerIds, taxYear }: Asked = {}): Promise<DeductedTds[]> {
  const month = db.raw(`substr(${indianDay(db, '??')}, 1, 7)`, ['capture.capturedAt'])
  const rows: { customerId: number; month: string; tds: number | string }[] = await db('capture_allocation as row')
    .join('payment_capture as capture', 'capture.id', 'row.captureId')
    .where('row.target', 'ITEM')
    .whereNot('row.clearingStatus', 'RELEASED')
    .where('row.tdsAmount', '>', 0)
    .modify(some => customerIds && some.whereIn('row.customerId', [...customerIds]))
    .groupBy('row.customerId', month)
    .select('row.customerId', { month })
    .sum({ tds: 'row.tdsAmount' })
  const deducted = new Map<string, DeductedTds>()
  for (const { customerId, month: inMonth, tds } of rows) {
    const quarter = taxQuarterOf(`${inMonth}-01`)
    if (taxYear !== undefined && quarter.taxYear !== taxYear) continue
    const key = keyOf({ customerId, ...quarter })
    const before = deducted.get(key)?.amount ?? 0
    deducted.set(key, { customerId, ...quarter, amount: before + Number(tds) })
  }
  return [...deducted.values()]
}

/** What tells apart two certificates. */
export const keyOf = ({ customerId, taxYear, quarter }: TaxQuarter & { customerId: number }) =>
  `${customerId}/${taxYear}/${quarter}`
