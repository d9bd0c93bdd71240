import type { Knex } from 'knex'
import { uploadOutstanding } from '../../../resources/masters/upload-outstanding.ts'
import type { PaymentCapture } from '../../../resources/payments/money/payment-capture.ts'
import type { Refund } from '../../../resources/payments/refund.ts'
import type { SapOutbox } from '../../../resources/platform/sap-outbox.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { PaymentMessage } from '../../sap/sending/journal-entry.ts'
import { headOf, settledBy, wantedLines } from './capture-lines.ts'
import { clearingInTheWay } from './clearing-in-the-way.ts'
import { amountIn, type Change, changeOf, linesIn } from './customer-lines.ts'
import { postedBy, postingsOf, type ReturnMessage } from './postings.ts'
import { nextReturn } from './returns-in-sap.ts'

/** What SAP has to be told of a capture next. */
export type NextPosting =
  | { is: 'NOTHING' }
  /** People have posted returns of it themselves: what SAP holds of it then, only they know. */
  | { is: 'BY_HAND' }
  /** SAP clears the items with the line on account itself. */
  | { is: 'WHOLE'; rowIds: readonly number[] }
  | { is: 'MOVE'; payload: PaymentMessage; waits: string | null }
  | { is: 'RETURN'; payload: ReturnMessage; waits: string | null; refund: Refund }

/**
 * What is missing in SAP beside what these messages post: the first return that it has no document of, else the move of
 * what lies elsewhere by now. `failed` is a message that SAP surely has not, whose number a move takes over.
 */
export async function nextPosting(
  trx: Knex,
  capture: PaymentCapture,
  sent: readonly SapOutbox[],
  failed: SapOutbox | undefined,
): Promise<NextPosting> {
  const postings = sent.map(postedBy)
  const [amount, lines] = [amountIn(postings), linesIn(postings)]
  const due = await nextReturn(trx, capture, sent)
  if (due === 'BY_HAND') return { is: 'BY_HAND' }
  const back = due ? (due.kind === 'CHARGEBACK_WON' ? due.amount : -due.amount) : 0
  const change = changeOf(lines, await wantedLines(trx, capture.id, amount + back))
  if (!change) return { is: 'NOTHING' }
  const head = await headOf(trx, capture)
  const waits = await clearingInTheWay(trx, change.instead, sent, capture)
  if (due) {
    const payload = { txnNo: due.refundNo, ...head, amount: back, ...change, refundId: due.id }
    return { is: 'RETURN', payload, waits, refund: due }
  }
  const rowIds = await wholeLine(trx, capture, change)
  if (rowIds.length > 0) return { is: 'WHOLE', rowIds }
  const moves = (await postingsOf(trx, [capture.id])).filter(one => one.messageType === 'PAYMENT_TRANSFER')
  const unsent = failed?.messageType === 'PAYMENT_TRANSFER' ? (failed.payload as PaymentMessage).txnNo : null
  const txnNo = unsent ?? moveReference(capture.sapReference, moves.length + 1)
  return { is: 'MOVE', payload: { txnNo, ...head, amount: 0, isTransfer: true, ...change }, waits }
}

/** The reference of the n-th move of a capture, at most 16 characters: `PT262700000123D1` to `…DZ`, then `…E1`. */
function moveReference(sapReference: string, n: number): string {
  const signs = '123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
  const letter = String.fromCharCode('D'.charCodeAt(0) + Math.floor((n - 1) / signs.length))
  return `${sapReference.slice(-14)}${letter}${signs[(n - 1) % signs.length]}`
}

/** The row that takes all that is on account, where that is the whole of its item: SAP can clear the two as they are. */
async function wholeLine(trx: Knex, { id }: PaymentCapture, change: Change): Promise<number[]> {
  const { allocations, unallocated, instead } = change
  const [only, ...others] = allocations
  const isWhole = only && others.length === 0 && unallocated === 0 && instead.allocations.length === 0
  if (!isWhole || 'documentNo' in only || only.tds !== 0 || only.amount !== instead.unallocated) return []
  const row = (await settledBy(trx, [id])).find(one => one.sapLine === null && one.amount === only.amount)
  const [item] = await rowsOf(trx, uploadOutstanding, rows => rows.where('id', row?.itemId ?? 0))
  return row && item?.balanceAmount === only.amount && item.sapItem?.includes(`/${only.accountingDocument}/`)
    ? [row.id]
    : []
}
