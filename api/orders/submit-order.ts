import type { Knex } from 'knex'
import { order } from '../../resources/orders/order.ts'
import { type Author, insertRows, updateRow } from '../derive/write.ts'
import { now, today } from '../platform/clock.ts'
import { refused } from '../platform/errors.ts'
import { nextNumber } from '../platform/number-series.ts'
import { loadFacts } from './facts.ts'
import { goOn } from './go-on.ts'
import { noteStep, type Order, readOrder } from './move-order.ts'
import { inputOfOrder } from './order-as-input.ts'
import { headerOf } from './order-header.ts'
import { faultsOfAll, type QuotedOrder, quote } from './quote.ts'
import { dropLines, writeLines } from './write-lines.ts'

/**
 * Submits a draft, or a corrected order again (§D.2, 3 and 13): priced and checked anew, split by SBU into orders of the
 * same cart, each numbered and sent on its way. Throws 422 with everything that is wrong, and then nothing has changed.
 */
export async function submitOrder(
  trx: Knex,
  before: Order,
  step: 'submit' | 'resubmit',
  author: Author,
): Promise<Order[]> {
  const input = await inputOfOrder(trx, before)
  const facts = await loadFacts(trx, input, today(), before.id)
  const quoted = quote(facts, input)
  const placedByEmployee = before.placedForCustomer
  const faults = faultsOfAll(facts, input, quoted, placedByEmployee)
  if (faults.length > 0) throw refused(faults.map(({ code, field, message }) => ({ code, field, message })))
  const [own, ...others] = quoted as [QuotedOrder, ...QuotedOrder[]]
  const submitted: Order[] = []
  for (const part of [own, ...others]) {
    const header = { ...(await headerOf(trx, facts, input, part)), ...part.totals, submittedAt: now() }
    const draft = part === own ? await keepAs(trx, before, header, author) : await splitOff(trx, before, header, author)
    await dropLines(trx, draft.id)
    await writeLines(trx, draft.id, part.lines, input, author)
    submitted.push(await goOn(trx, draft, step, null, author))
  }
  return submitted
}

type Header = Partial<Order>

/** The first SBU keeps the draft's row; a number is given once and kept when the order was sent back. */
async function keepAs(trx: Knex, before: Order, header: Header, author: Author): Promise<Order> {
  const numbered = before.orderNo !== before.draftNo
  const orderNo = numbered ? before.orderNo : await nextNumber(trx, 'OR', today())
  const changes = { ...header, orderNo, errorCode: null, errorText: null }
  return updateRow(trx, order, before, changes, author)
}

/** Every further SBU gets an order of its own, of the same cart. */
async function splitOff(trx: Knex, before: Order, header: Header, author: Author): Promise<Order> {
  const row: Header = {
    ...header,
    orderNo: await nextNumber(trx, 'OR', today()),
    draftNo: null,
    cartRef: before.cartRef,
    status: 'DRAFT',
    approvalRound: 1,
    placedById: before.placedById,
    placedForCustomer: before.placedForCustomer,
    currency: before.currency,
    statusSince: now(),
    internalNote: before.internalNote,
  }
  const [made] = await insertRows(trx, order, [row], author)
  await noteStep(trx, made!.id, { step: 'create', from: null, remark: `Split from ${before.orderNo}` }, 'DRAFT', author)
  return readOrder(trx, made!.id)
}
