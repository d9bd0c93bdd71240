import type { Knex } from 'knex'
import { sum } from '../../../resources/define/amounts.ts'
import { type ApplyLine, lineFault, shareLines } from '../../../resources/payments/money/apply-lines.ts'
import type { CaptureAllocation } from '../../../resources/payments/money/capture-allocation.ts'
import { type PaymentCapture, paymentCapture } from '../../../resources/payments/money/payment-capture.ts'
import type { PaymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { refused } from '../../platform/errors.ts'
import { postMove } from '../posting/post-money.ts'
import { liveRows, moneyMoved, moveMoney, type Placed, unresolvedOf } from './ledger.ts'
import { mailOnce } from './mail-capture.ts'
import type { PayableItem } from './payable.ts'
import { recountPayment } from './recount.ts'
import { leaveOtherCarts, placedOn } from './take-capture.ts'
import { type Place, type TakenRupees, takeRupees } from './take-rupees.ts'

/** A locked capture with its locked payment, and where its rupees may be taken from. */
export interface MovedCapture {
  payment: PaymentTransaction
  capture: PaymentCapture
}

/** A line that was put on its item, with the capture that it is of. */
export interface AppliedLine extends ApplyLine {
  captureId: number
  documentNo: string
}

/** Paise of a locked capture in these places. */
export async function amountIn(trx: Knex, capture: PaymentCapture, places: readonly Place[]): Promise<number> {
  const live = await liveRows(trx, [capture.id])
  return takeRupees(live, await unresolvedOf(trx, capture, live), Number.MAX_SAFE_INTEGER, places).taken
}

/**
 * Puts rupees of locked captures, taken from these places, on locked items, the first capture first. Throws 422 with a
 * sentence where an item takes less, 409 MONEY_MOVED where the captures hold less.
 */
export async function applyToItems(
  trx: Knex,
  captures: readonly MovedCapture[],
  items: readonly PayableItem[],
  { lines, places }: { lines: readonly ApplyLine[]; places: readonly Place[] },
  author: Author,
): Promise<AppliedLine[]> {
  const itemById = new Map(items.map(one => [one.item.id, one]))
  demandPayable(lines, itemById)
  const sources: (MovedCapture & { left: number })[] = []
  for (const one of captures) sources.push({ ...one, left: await amountIn(trx, one.capture, places) })
  if (sum(sources.map(({ left }) => left)) < sum(lines.map(({ amount }) => amount))) throw moneyMoved()
  const applied: AppliedLine[] = []
  for (const [{ capture, payment }, shares] of shareLines(lines, sources)) {
    const to = shares.map(share => placedOn(itemById.get(share.itemId)!.item, share))
    await move(trx, { capture, payment }, places, to, author)
    const named = shares.map(share => ({ ...share, documentNo: itemById.get(share.itemId)!.item.documentNo }))
    applied.push(...named.map(share => ({ ...share, captureId: capture.id })))
  }
  await leaveOtherCarts(trx, lines)
  return applied
}

function demandPayable(lines: readonly ApplyLine[], items: ReadonlyMap<number, PayableItem>): void {
  const faults = lines.flatMap(line => {
    const found = items.get(line.itemId)
    const message = lineFault(line, found && { ...found.item, ...found })
    return message === undefined ? [] : [{ field: 'lines', code: 'ITEM_NOT_PAYABLE', message }]
  })
  if (faults.length > 0) throw refused(faults)
}

/** Keeps paise of a locked capture that have no place on account. Throws 409 MONEY_MOVED where there are fewer. */
export const keepOnAccount = (trx: Knex, of: MovedCapture, amount: number, author: Author): Promise<void> =>
  move(trx, of, ['UNRESOLVED'], [{ target: 'ON_ACCOUNT', amount }], author)

/** Moves rupees within a capture, tells SAP, and mails the receipt with the first of them that serves anything. */
async function move(
  trx: Knex,
  { capture, payment }: MovedCapture,
  places: readonly Place[],
  to: readonly Placed[],
  author: Author,
): Promise<void> {
  const amount = sum(to.map(one => one.amount))
  const taken = await take(trx, capture, amount, places)
  if (taken.taken < amount) throw moneyMoved()
  const isFirst = !(await hasServed(trx, capture))
  await moveMoney(trx, capture, { from: taken.from, to: [...taken.stays, ...to] }, author)
  await postMove(trx, capture.id)
  const after = await recountPayment(trx, payment.id, author)
  if (!isFirst) return
  const [counted] = await rowsOf(trx, paymentCapture, found => found.where('id', capture.id))
  await mailOnce(trx, after, counted!, 'PAYMENT_RECEIPT')
}

async function take(
  trx: Knex,
  capture: PaymentCapture,
  amount: number,
  places: readonly Place[],
): Promise<TakenRupees> {
  const live: CaptureAllocation[] = await liveRows(trx, [capture.id])
  return takeRupees(live, await unresolvedOf(trx, capture, live), amount, places)
}

const hasServed = async (trx: Knex, { id }: PaymentCapture): Promise<boolean> =>
  Boolean(await trx('capture_allocation').where('captureId', id).whereNot('target', 'TO_REFUND').first('id'))
