import type { SapAdapter } from '../adapter.ts'
import type { EntityPage, EntitySet } from '../http/entity-pages.ts'
import type { SapFields } from '../http/fields.ts'
import { dayOfSap, fromSapAmount, odataLiteral, optionalText, requiredText, type SapRow } from '../http/odata.ts'
import { SapError } from '../http/sap-error.ts'
import { SapRowError } from '../reading/pull.ts'

/** A credit account of SAP's credit management in the segment of the portal; the limit in paise. */
export interface CreditAccount {
  limit: number
  isZero: boolean
  validTo: string | null
  isBlocked: boolean
  currency: string | null
}

/** The credit accounts of a credit segment. */
export const creditAccountSet: EntitySet = {
  path: 'API_CRDTMBUSINESSPARTNER/CreditManagementAccount',
  key: ['BusinessPartner', 'CreditSegment'],
  select: [
    'BusinessPartner',
    'CreditSegment',
    'CreditLimitAmount',
    'CreditLimitIsZero',
    'CreditLimitValidityEndDate',
    'CreditAccountIsBlocked',
    'CreditSegmentCurrency',
  ],
}

/** A page of business partners with their credit accounts; without `accounts` SAP refuses to tell of any. */
export interface PageWithCredit extends EntityPage {
  accounts: ReadonlyMap<string, SapRow> | null
  /** Why SAP refuses, on the first page of which that is known. */
  refusal: string | null
}

/**
 * Adds to each page of business partners their credit accounts, which SAP tells by key and in the same order. A landscape
 * without credit management, or without our right to it, refuses them: everything else is read all the same.
 */
export async function* withCreditAccounts(
  pages: AsyncIterable<EntityPage>,
  sap: SapAdapter,
  { creditSegment }: SapFields,
): AsyncGenerator<PageWithCredit> {
  let isRefused = false
  for await (const page of pages) {
    const accounts: ReadonlyMap<string, SapRow> | string | null =
      isRefused || page.rows.length === 0 ? null : await accountsOf(sap, page.rows, creditSegment)
    const refusal: string | null = typeof accounts === 'string' ? accounts : null
    isRefused ||= refusal !== null
    yield { ...page, accounts: typeof accounts === 'string' ? null : accounts, refusal }
  }
}

async function accountsOf(
  sap: SapAdapter,
  rows: readonly SapRow[],
  segment: string,
): Promise<ReadonlyMap<string, SapRow> | string> {
  const numbers = rows.map(row => String(row.BusinessPartner)).sort()
  const between = `BusinessPartner ge ${odataLiteral(numbers[0]!)} and BusinessPartner le ${odataLiteral(numbers.at(-1)!)}`
  const accounts = new Map<string, SapRow>()
  try {
    const filter = `CreditSegment eq ${odataLiteral(segment)} and ${between}`
    for await (const page of sap.pages(creditAccountSet, { filter }))
      for (const row of page.rows) accounts.set(String(row.BusinessPartner), row)
    return accounts
  } catch (error) {
    if (!(error instanceof SapError) || ![403, 404].includes(error.httpStatus ?? 0)) throw error
    return error.message
  }
}

/** Reads a credit account. Throws RangeError where it cannot be read. */
export const readCreditAccount = (row: SapRow): CreditAccount => ({
  limit: fromSapAmount(requiredText(row.CreditLimitAmount, 'CreditLimitAmount')),
  isZero: row.CreditLimitIsZero === true,
  validTo: row.CreditLimitValidityEndDate ? limitedDay(dayOfSap(row.CreditLimitValidityEndDate)) : null,
  isBlocked: row.CreditAccountIsBlocked === true,
  currency: optionalText(row.CreditSegmentCurrency),
})

const limitedDay = (day: string) => (day >= '9999' ? null : day)

/** The columns of a customer that come from their credit account, and why the limit stays as it was. */
export function creditColumns(account: CreditAccount | null): {
  columns: { creditLimit?: number; creditLimitTo?: string | null; creditBlocked?: boolean }
  fault: SapRowError | null
} {
  const kept = (message: string) => new SapRowError('creditLimit', `${message}: the limit stays as it was`, 'CREDIT')
  if (account === null) return { columns: {}, fault: kept('There is no credit account in the credit segment in SAP') }
  const { limit, isZero, validTo: creditLimitTo, isBlocked: creditBlocked, currency } = account
  if (currency !== 'INR')
    return { columns: { creditBlocked }, fault: kept(`The credit account is in ${currency ?? 'no currency'}, not INR`) }
  if (limit < 0) return { columns: { creditBlocked }, fault: kept('The credit account has a limit below zero') }
  if (limit === 0 && !isZero)
    return {
      columns: { creditBlocked },
      fault: kept('The credit account has no limit, and does not say that it is zero; enter one in SAP'),
    }
  return { columns: { creditLimit: isZero ? 0 : limit, creditLimitTo, creditBlocked }, fault: null }
}
