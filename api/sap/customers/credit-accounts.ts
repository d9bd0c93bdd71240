import type { SapAdapter } from '../adapter.ts'
import type { EntityPage } from '../http/entity-pages.ts'
import type { SapFields } from '../http/fields.ts'
import { collectionRows, dayOfSap, odataLiteral, optionalText, requiredText, type SapRow } from '../http/odata.ts'
import { SapError } from '../http/sap-error.ts'
import { entitySet, identityOf } from '../identity/entity-sets.ts'
import { keptCode } from '../identity/key-forms.ts'
import { RUPEES, rupeesOf } from '../identity/money.ts'
import { isMarked, isOurs } from '../identity/whose.ts'
import { rowsByKeys } from '../reading/by-keys.ts'
import { SapRowError } from '../reading/pull.ts'

/** A credit account of SAP's credit management in the segment of the portal; the limit in paise. */
export interface CreditAccount {
  limit: number
  isZero: boolean
  validTo: string | null
  isBlocked: boolean
  currency: string | null
}

const salesAreas = identityOf('API_BUSINESS_PARTNER/A_CustomerSalesArea')

/** The credit accounts of a credit segment. */
export const creditAccountSet = entitySet('API_CRDTMBUSINESSPARTNER/CreditManagementAccount', {
  select: [
    'BusinessPartner',
    'CreditSegment',
    'CreditLimitAmount',
    'CreditLimitIsZero',
    'CreditLimitValidityEndDate',
    'CreditAccountIsBlocked',
    'CreditAccountBlockReason',
    'CreditSegmentCurrency',
  ],
})

/** The credit accounts of buyers by the number of their partner; null for those who have none. */
type Accounts = ReadonlyMap<string, SapRow | null>

/** A page of business partners with their credit accounts; without `accounts` SAP refuses to tell of any. */
export interface PageWithCredit extends EntityPage {
  accounts: Accounts | null
  /** Why SAP refuses, on the first page of which that is known. */
  refusal: string | null
}

/**
 * Adds to each page of business partners the credit accounts of those that buy from us, asked for by key. A landscape
 * without credit management, or without our right to it, refuses them: everything else is read all the same.
 */
export async function* withCreditAccounts(
  pages: AsyncIterable<EntityPage>,
  sap: SapAdapter,
  fields: SapFields,
): AsyncGenerator<PageWithCredit> {
  let isRefused = false
  for await (const page of pages) {
    const buyers = page.rows.filter(row => isBuyer(row, fields))
    const accounts: Accounts | string | null =
      isRefused || buyers.length === 0 ? null : await accountsOf(sap, buyers, fields.creditSegment)
    const refusal: string | null = typeof accounts === 'string' ? accounts : null
    isRefused ||= refusal !== null
    yield { ...page, accounts: typeof accounts === 'string' ? null : accounts, refusal }
  }
}

/** Whether a partner has a sales area of ours; others, such as mere ship-tos, need no credit here. */
function isBuyer({ to_Customer }: SapRow, fields: SapFields): boolean {
  const areas = collectionRows((to_Customer as SapRow | null | undefined)?.to_CustomerSalesArea)
  return areas.some(area => isOurs(salesAreas, area, fields))
}

/** The accounts of partners by their number. Throws ListIncomplete where SAP left one out that it has. */
async function accountsOf(
  sap: SapAdapter,
  buyers: readonly SapRow[],
  CreditSegment: string,
): Promise<Accounts | string> {
  const numbers = buyers.map(row => String(row.BusinessPartner))
  try {
    const filter = `CreditSegment eq ${odataLiteral(CreditSegment)}`
    const { rows, absent } = await rowsByKeys(sap, creditAccountSet, numbers, { filter, rest: { CreditSegment } })
    return new Map<string, SapRow | null>([...rows, ...[...absent].map(number => [number, null] as const)])
  } catch (error) {
    if (!(error instanceof SapError) || ![403, 404].includes(error.httpStatus ?? 0)) throw error
    return error.message
  }
}

const accountName = (row: SapRow) => `Credit account ${keptCode(row.BusinessPartner)}`

/** Reads a credit account. Throws RangeError where it cannot be read. */
export const readCreditAccount = (row: SapRow): CreditAccount => ({
  limit: rupeesOf(requiredText(row.CreditLimitAmount, 'CreditLimitAmount'), 'CreditLimitAmount', accountName(row)),
  isZero: row.CreditLimitIsZero === true,
  validTo: row.CreditLimitValidityEndDate ? limitedDay(dayOfSap(row.CreditLimitValidityEndDate)) : null,
  isBlocked: isMarked(row, creditAccountSet.identity.blocked),
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
  if (currency !== RUPEES)
    return { columns: { creditBlocked }, fault: kept(`The credit account is in ${currency ?? 'no currency'}, not INR`) }
  if (limit < 0) return { columns: { creditBlocked }, fault: kept('The credit account has a limit below zero') }
  if (limit === 0 && !isZero)
    return {
      columns: { creditBlocked },
      fault: kept('The credit account has no limit, and does not say that it is zero; enter one in SAP'),
    }
  return { columns: { creditLimit: isZero ? 0 : limit, creditLimitTo, creditBlocked }, fault: null }
}
