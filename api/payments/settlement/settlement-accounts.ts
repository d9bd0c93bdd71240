import type { Knex } from 'knex'
import { type PaymentAccount, paymentAccount } from '../../../resources/settings/payment-account.ts'
import type { ImportRow } from '../../derive/import/import-row.ts'
import { rowsOf, whereConfirmed } from '../../derive/rows-of.ts'

/** The rows of one payment account, one for each period; the first stands for all of them. */
type AccountIds = readonly [number, ...number[]]

/** The accounts by their code, and by each id the ids of the same code. */
export interface Accounts {
  all: readonly PaymentAccount[]
  idsOf: ReadonlyMap<number, AccountIds>
}

/** Reads the payment accounts, those that have ended included: their last payments are settled afterwards. */
export async function readAccounts(db: Knex): Promise<Accounts> {
  const all = await rowsOf(db, paymentAccount, rows => whereConfirmed(rows).orderBy('id'))
  const idsOf = new Map<number, AccountIds>()
  for (const same of Map.groupBy(all, ({ code }) => code).values()) {
    const ids = same.map(({ id }) => id) as [number, ...number[]]
    for (const id of ids) idsOf.set(id, ids)
  }
  return { all, idsOf }
}

/** The account that a row of a settlement file may name, and the gateway. */
type NamedAccount = { accountId: number | null; gateway: string | null; gatewayTxnId: string | null }

const AT_ONCE = 500

/**
 * Gives rows that name neither account nor gateway the account of the captures that the file names, where that is one for
 * all of them.
 */
export async function recogniseAccount(trx: Knex, rows: readonly ImportRow[], { all }: Accounts): Promise<void> {
  const unnamed = rows.filter(({ row }) => (row as NamedAccount).accountId === null && !(row as NamedAccount).gateway)
  const references = [...new Set(unnamed.flatMap(({ row }) => (row as NamedAccount).gatewayTxnId ?? []))]
  const found = new Set<number>()
  for (let from = 0; from < references.length; from += AT_ONCE) {
    const some = references.slice(from, from + AT_ONCE)
    const ids: number[] = await trx('payment_capture').whereIn('gatewayTxnId', some).distinct().pluck('accountId')
    for (const id of ids) found.add(id)
  }
  const codes = new Set(all.filter(({ id }) => found.has(id)).map(({ code }) => code))
  if (codes.size === 1) for (const one of unnamed) one.row = { ...one.row, accountId: [...found][0]! }
}

/** The account of a row of a settlement file; refuses the row, and returns undefined, where it is not clear. */
export function accountOf(one: ImportRow, { all, idsOf }: Accounts): AccountIds | undefined {
  const { accountId, gateway } = one.row as NamedAccount
  if (accountId !== null) {
    const named = all.find(({ id }) => id === accountId)
    if (named && (gateway === null || named.gateway === gateway)) return idsOf.get(accountId)
    one.refuse(
      'accountId',
      'MIXED',
      named
        ? `Payment account ${named.code} is not one of ${gateway}: correct one of the two`
        : 'Payment account is not confirmed yet: choose another',
    )
    return undefined
  }
  if (gateway === null) {
    one.refuse('accountId', 'REQUIRED', 'Payment account is required: choose it in the form, or name it in a column')
    return undefined
  }
  const codes = [...new Set(all.filter(row => row.gateway === gateway && row.isActive).map(({ code }) => code))]
  if (codes.length === 1) return idsOf.get(all.find(({ code }) => code === codes[0])!.id)
  if (codes.length === 0) one.refuse('gateway', 'UNKNOWN_REF', `There is no payment account at ${gateway}`)
  else
    one.refuse(
      'accountId',
      'AMBIGUOUS',
      `${gateway} has the payment accounts ${codes.join(', ')}: name one in the column account`,
    )
  return undefined
}
