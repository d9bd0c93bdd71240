import type { Knex } from 'knex'
import { rupees } from '../../../resources/define/show.ts'
import type { PaymentSettlementRow } from '../../../resources/payments/payment-settlement-row.ts'
import { suspectsOf } from '../../../resources/payments/settlement-rules.ts'
import type { Author } from '../../derive/save/author.ts'
import type { ReadRow, TotalRow } from './read-rows.ts'
import { recountTransfer } from './transfers.ts'

/** The rows of a file: all, the totals of transfers, those that are new, and those whose payout has its UTR by now. */
interface FileOfTransfers {
  own: readonly ReadRow[]
  totals: readonly TotalRow[]
  fresh: readonly ReadRow[]
  named: readonly { before: PaymentSettlementRow }[]
}

/** Adds up each transfer of the file, and says at its first row how many of its rows fit, by how much it differs, and why it may. */
export async function compareTransfers(trx: Knex, { own, totals, fresh, named }: FileOfTransfers, author: Author) {
  const moved = new Set(named.map(({ before }) => `${before.accountId} ${before.settlementRef}`))
  for (const key of moved) {
    const [accountId = '', ...utr] = key.split(' ')
    await recountTransfer(trx, Number(accountId), utr.join(' '), null, author)
  }
  const transferOf = ({ draft }: ReadRow) => `${draft.accountId} ${draft.settlementRef}`
  const rows = Map.groupBy(own, transferOf)
  for (const total of totals) {
    const key = `${total.accountId} ${total.utr}`
    if (!rows.has(key)) rows.set(key, [])
  }
  for (const [key, ofTransfer] of rows) {
    const total = totals.find(one => `${one.accountId} ${one.utr}` === key)
    const { accountId, utr, one } = total ?? {
      ...ofTransfer[0]!.draft,
      utr: ofTransfer[0]!.draft.settlementRef,
      one: ofTransfer[0]!.one,
    }
    const said = total?.net ?? ofTransfer.find(({ draft }) => draft.bankAmount !== null)?.draft.bankAmount ?? null
    const { transfer, received } = await recountTransfer(trx, accountId, utr, said, author)
    if (!transfer) continue
    const freshRows = fresh.filter(row => transferOf(row) === key)
    const first = freshRows[0]?.one ?? one
    if (received !== null && received !== transfer.netAmount)
      first.warnings.push({
        field: 'bankAmount',
        code: 'UTR_SUM',
        message: sumText(ofTransfer, transfer.netAmount, received),
      })
    if (freshRows.length === 0) continue
    const differing = freshRows.filter(row =>
      row.one.warnings.some(({ code }) => code !== 'PAISE' && code !== 'SUM'),
    ).length
    const fit = `${freshRows.length - differing} of ${freshRows.length} new rows fit`
    const charges =
      transfer.feeAmount === 0 && transfer.taxAmount === 0
        ? ''
        : `, ${rupees(transfer.feeAmount)} commission and ${rupees(transfer.taxAmount)} GST`
    first.warnings.push({
      ...{ field: 'settlementRef', code: 'SUM' },
      message: `UTR ${utr}: ${fit}, ${rupees(transfer.netAmount)} net in total${charges}`,
    })
  }
}

/** By how much the rows of a transfer differ from what the bank received, and which rows may be why. */
function sumText(rows: readonly ReadRow[], net: number, received: number): string {
  const differs = received - net
  const suspects = suspectsOf(
    rows.map(({ one, draft }) => ({ ...draft, rowNo: one.rowNo })),
    differs,
  ).slice(0, 5)
  const named = suspects.map(({ rowNo, netAmount }) => `row ${rowNo} of ${rupees(netAmount)}`).join(', ')
  const why = named === '' ? 'no single row explains it' : `look at ${named}`
  const way = differs > 0 ? 'more than' : 'less than'
  return `The bank received ${rupees(received)}, ${rupees(Math.abs(differs))} ${way} the rows of this UTR, which come to ${rupees(net)}: ${why}. Noted as a difference`
}
