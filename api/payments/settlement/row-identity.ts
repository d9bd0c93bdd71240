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

const joined = (...parts: readonly (string | number | null)[]) => parts.join('\n').toLowerCase()

/** Rows by what tells them apart, so that each of a long file is found at once. */
export class RowsByIdentity<Row extends Named> {
  private readonly byEvent = new Map<string, Row>()
  private readonly bySale = new Map<string, Row[]>()
  private readonly byLooks = new Map<string, Row[]>()

  constructor(rows: readonly Row[] = []) {
    for (const row of rows) this.add(row)
  }

  add(row: Row) {
    if (row.eventId !== null) this.byEvent.set(joined(row.kind, row.eventId), row)
    if (row.kind === 'SALE') append(this.bySale, joined(paymentIn(row), row.settlementRef), row)
    else if (row.eventId === null) append(this.byLooks, looksOf(row, row.settlementRef), row)
  }

  /**
   * The row of the same event, by the gateway's own id; of a sale without one, that of its payment and UTR, or of the
   * payout that had no UTR yet.
   */
  ofEvent(row: Named, payout: string | null = null): Row | undefined {
    const known = row.eventId === null ? undefined : this.byEvent.get(joined(row.kind, row.eventId))
    if (known || row.kind !== 'SALE') return known
    return [row.settlementRef, payout]
      .flatMap(utr => (utr === null ? [] : (this.bySale.get(joined(paymentIn(row), utr)) ?? [])))
      .find(one => one.eventId === null || row.eventId === null)
  }

  /** The rows without an event of their own that look like this one: several of them in one UTR are several things. */
  alike(row: Named, payout: string | null = null): readonly Row[] {
    if (row.kind === 'SALE' || row.eventId !== null) return []
    return [row.settlementRef, payout].flatMap(utr => (utr === null ? [] : (this.byLooks.get(looksOf(row, utr)) ?? [])))
  }
}

const looksOf = (row: Named, utr: string) => joined(row.kind, utr, paymentIn(row), amountOf(row))

function append<Row>(rows: Map<string, Row[]>, key: string, row: Row) {
  const known = rows.get(key)
  if (known) known.push(row)
  else rows.set(key, [row])
}

const amountOf = ({ grossAmount, netAmount }: Named) => (grossAmount === 0 ? netAmount : grossAmount)

/** What a row is known by among those of its account and kind; `n` is its place among rows that look alike. */
export function rowKeyOf(row: Named, n: number): string {
  if (row.eventId !== null) return row.eventId
  if (row.kind === 'SALE') return `${paymentIn(row)}/${row.settlementRef}`
  return [row.settlementRef, paymentIn(row) ?? '', amountOf(row), n].join('/')
}
