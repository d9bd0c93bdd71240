import type { Knex } from 'knex'
import { type PaymentSettlementRow, paymentSettlementRow } from '../../../resources/payments/payment-settlement-row.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { ReadRow } from './read-rows.ts'
import type { Accounts } from './settlement-accounts.ts'

type Named = Pick<
  PaymentSettlementRow,
  'accountId' | 'kind' | 'gatewayTxnId' | 'txnNo' | 'eventId' | 'settlementRef' | 'grossAmount' | 'netAmount'
>

const AT_ONCE = 1000

/** The rows that were taken in before and may be rows of this file: of its events, and of its UTRs. */
export async function knownRows(
  trx: Knex,
  rows: readonly ReadRow[],
  { idsOf }: Accounts,
): Promise<PaymentSettlementRow[]> {
  const accountIds = [...new Set(rows.flatMap(({ draft }) => idsOf.get(draft.accountId) ?? [draft.accountId]))]
  const found = new Map<number, PaymentSettlementRow>()
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const some = rows.slice(from, from + AT_ONCE)
    const events = [...new Set(some.flatMap(({ draft }) => draft.eventId ?? []))]
    const utrs = [...new Set(some.flatMap(({ draft, payout }) => [draft.settlementRef, ...(payout ? [payout] : [])]))]
    const stored = await rowsOf(trx, paymentSettlementRow, query =>
      query
        .whereIn('accountId', accountIds)
        .where(named => named.whereIn('eventId', events).orWhereIn('settlementRef', utrs))
        .orderBy('id'),
    )
    for (const row of stored) found.set(row.id, row)
  }
  return [...found.values()]
}

/** What a row says of its payment: the gateway's reference, else our number. */
const paymentIn = ({ gatewayTxnId, txnNo }: Named) => gatewayTxnId ?? txnNo

const same = (one: string | null, other: string | null) => one?.toLowerCase() === other?.toLowerCase()

/** Whether two rows are of one event, by the gateway's own id; a sale without one is known by its payment and UTR. */
export function isSameEvent(known: Named, row: Named, payout: string | null = null): boolean {
  if (known.kind !== row.kind) return false
  if (known.eventId !== null && row.eventId !== null) return same(known.eventId, row.eventId)
  if (row.kind !== 'SALE') return false
  return same(paymentIn(known), paymentIn(row)) && isSameTransfer(known, row, payout)
}

/** Whether two rows without an event of their own look alike: several of them in one UTR are several things. */
export function isAlike(known: Named, row: Named, payout: string | null = null): boolean {
  if (known.kind !== row.kind || row.kind === 'SALE' || known.eventId !== null || row.eventId !== null) return false
  return (
    isSameTransfer(known, row, payout) && same(paymentIn(known), paymentIn(row)) && amountOf(known) === amountOf(row)
  )
}

const isSameTransfer = (known: Named, row: Named, payout: string | null) =>
  same(known.settlementRef, row.settlementRef) || (payout !== null && same(known.settlementRef, payout))

const amountOf = ({ grossAmount, netAmount }: Named) => (grossAmount === 0 ? netAmount : grossAmount)

/** What a row is known by among those of its account and kind; `n` is its place among rows that look alike. */
export function rowKeyOf(row: Named, n: number): string {
  if (row.eventId !== null) return row.eventId
  if (row.kind === 'SALE') return `${paymentIn(row)}/${row.settlementRef}`
  return [row.settlementRef, paymentIn(row) ?? '', amountOf(row), n].join('/')
}
