import { fromSapAmount, type SapRow } from '../http/odata.ts'
import type { Identity } from './identity.ts'

/** The currency that the portal keeps. */
export const RUPEES = 'INR'

/** A document that cannot be taken for its money: its message is a whole sentence, and Finance decides. */
export class MoneyFault extends RangeError {
  override readonly name = 'MoneyFault'
  readonly code: 'FOREIGN_CURRENCY' | 'CURRENCY_MISSING' | 'AMOUNT_DECIMALS'
  /** The currency of a document that is not in rupees. */
  readonly currency: string | null
  constructor(code: MoneyFault['code'], message: string, currency: string | null = null) {
    super(message)
    this.code = code
    this.currency = currency
  }
}

/** The currency of a row, also where it is not ours; null where the row does not say, as in a file without its column. */
export function currencyOf(row: SapRow, { currency }: Pick<Identity, 'currency'>): string | null {
  const value = currency === null ? undefined : row[currency]
  return value === undefined ? null : String(value ?? '').trim()
}

/** Throws MoneyFault for a row in no currency at all; `about` is it in a sentence. */
export function demandCurrency(row: SapRow, identity: Pick<Identity, 'currency'>, about: string): void {
  if (currencyOf(row, identity) !== '') return
  const message = `${about} has no currency: ${identity.currency} is empty in SAP. Finance decides.`
  throw new MoneyFault('CURRENCY_MISSING', message)
}

/** Throws MoneyFault for a row that is not in rupees. */
export function demandRupees(row: SapRow, identity: Pick<Identity, 'currency'>, about: string): void {
  demandCurrency(row, identity, about)
  const currency = currencyOf(row, identity)
  if (currency === null || currency === RUPEES) return
  const message = `${about} is in ${currency}; the portal keeps rupees only. Finance decides.`
  throw new MoneyFault('FOREIGN_CURRENCY', message, currency)
}

/** Throws MoneyFault for one of these amounts that has more than two decimals. */
export function demandRupeeAmounts(row: SapRow, fields: readonly string[], about: string): void {
  for (const field of fields)
    if (typeof row[field] === 'string' && row[field] !== '') rupeesOf(row[field], field, about)
}

/**
 * An amount of SAP in paise. Throws MoneyFault where it has more than two decimals, which an amount in rupees cannot have;
 * a rate may.
 */
export function rupeesOf(value: unknown, field: string, about: string): number {
  if (typeof value === 'string' && /\.\d\d0*[1-9]/.test(value.trim()))
    throw new MoneyFault(
      'AMOUNT_DECIMALS',
      `${about} has ${field} ${value.trim()}: an amount in rupees has two decimals. Finance decides.`,
    )
  return fromSapAmount(value)
}
