import type { Knex } from 'knex'
import { addDays } from '../../resources/define/dates.ts'
import { dayText } from '../../resources/define/show.ts'
import { type Order, order } from '../../resources/orders/order.ts'
import { checkTrace } from '../../resources/orders/quote/check-trace.ts'
import type { Author } from '../derive/save/author.ts'
import { insertRows, updateRow } from '../derive/save/write.ts'
import { now, secondsFromNow, today } from '../platform/clock.ts'
import { refused } from '../platform/errors.ts'
import { nextNumber } from '../platform/number-series.ts'
import { readSettings } from '../platform/settings.ts'
import { demandAccounts } from './account-sbus.ts'
import { advanceOrder } from './advance-order.ts'
import { nobodyAsked } from './approvals/company-approvers.ts'
import { amountFor, askCompany, demandWithinApproval, needsCompanyYes } from './approvals/company-yes.ts'
import type { StepCommand } from './approvals/decide.ts'
import { bindDocuments } from './documents/decide-documents.ts'
import { dropLines, writeLines } from './lines/write-lines.ts'
import { noteStep, readOrder } from './move-order.ts'
import { inputOfOrder } from './order-as-input.ts'
import { headerOf } from './order-header.ts'
import { demandSeenPrices } from './quote/demand-seen-prices.ts'
import { loadOrderFacts } from './quote/order-facts.ts'
import { findingsOfAll } from './quote/order-findings.ts'
import { priceChangesText, savedOpenLines } from './quote/price-differences.ts'
import { type QuotedOrder, quote } from './quote/quote.ts'
import { withRefusalTrace } from './refusal-trace.ts'
import { salesStampsOf } from './sales-stamps.ts'
import { approvedPrices } from './terms/approved-prices.ts'
import { submitTerms } from './terms/kept-terms.ts'
import { withOwnTerms } from './terms/own-terms.ts'

/** Statuses of orders that were not placed or are void; ordering the same again is no duplicate. */
const NOT_PLACED = ['DRAFT', 'REJECTED', 'CANCELLED', 'DEAD', 'DELETED']

/** The number of days after the deletion of a line within which a new order of its product counts as a reorder. */
const DAYS = 90

/**
 * Submits a draft, or a corrected order again: prices and checks it, splits it by SBU and sold-to into numbered orders
 * of the same cart, and routes each. An order that came back is approved anew where its terms changed. Throws 422 with
 * all faults, and 409 with old and new prices where they are not those that were shown; then nothing has changed.
 */
export async function submitOrder(
  trx: Knex,
  before: Order,
  step: 'submit' | 'resubmit' | 'approveInCompany',
  {
    person,
    author,
    notDuplicate,
    seenLines = [],
  }: Pick<StepCommand, 'person' | 'author'> & Partial<Pick<StepCommand, 'notDuplicate' | 'seenLines'>>,
): Promise<Order[]> {
  const input = withOwnTerms(await inputOfOrder(trx, before), person, before)
  const facts = await loadOrderFacts(trx, input, today(), before.id)
  await demandAccounts(trx, person, facts, input.lines)
  const linesBefore = before.submittedAt === null ? [] : await savedOpenLines(trx, before.id)
  const quoted = quote(facts, input, approvedPrices(before, linesBefore, input))
  const placedByEmployee = before.placedForCustomer
  const findings = findingsOfAll(facts, input, quoted, placedByEmployee)
  const faults = findings.filter(({ warns }) => !warns)
  if (faults.length > 0) {
    const refusal = refused(faults.map(({ code, field, message }) => ({ code, field, message })))
    throw withRefusalTrace(refusal, before, checkTrace(facts.day, findings))
  }
  if (!notDuplicate) await demandNoDuplicate(trx, before, quoted)
  await demandSeenPrices(trx, facts, input, quoted, { orderId: before.id, person, seenLines })
  const amount = amountFor(person, quoted)
  if (step === 'approveInCompany') demandWithinApproval(person, amount)
  else if (needsCompanyYes(person, amount, before.companyApprovedValue))
    return [await askCompany(trx, before, person, author)]
  const [own, ...others] = quoted as [QuotedOrder, ...QuotedOrder[]]
  const submitted: Order[] = []
  for (const part of [own, ...others]) {
    const named = await headerOf(trx, facts, input, part)
    // Where an order belongs in sales is kept as it was when it was first submitted.
    const isFirst = part !== own || before.submittedAt === null
    const header = {
      ...named,
      ...(isFirst && (await salesStampsOf(trx, named, facts.day, named))),
      ...part.totals,
      submittedAt: now(),
      ...nobodyAsked,
      ...(step === 'approveInCompany' && { companyApprovedValue: amount }),
    }
    const numbered =
      part === own
        ? await numberDraft(trx, before, header, author)
        : await createSplitOrder(trx, before, header, author)
    await dropLines(trx, numbered.id)
    await writeLines(trx, numbered.id, part.lines, input, author, step === 'resubmit' ? linesBefore : [])
    await bindDocuments(trx, numbered.id)
    const { startsRound } = await submitTerms(trx, numbered, person)
    const nextRound = { approvalRound: numbered.approvalRound + 1 }
    const draft = startsRound ? await updateRow(trx, order, numbered, nextRound, author) : numbered
    await noteReordered(trx, draft)
    submitted.push(
      await advanceOrder(trx, draft, step, priceChangesText(linesBefore, part.lines, facts.products), author),
    )
  }
  return submitted
}

type Header = Partial<Order>

/** The first part keeps the draft's row. An order that was sent back keeps its number. */
async function numberDraft(trx: Knex, before: Order, header: Header, author: Author): Promise<Order> {
  const numbered = before.orderNo !== before.draftNo
  const orderNo = numbered ? before.orderNo : await nextNumber(trx, 'OR', today())
  const changes = { ...header, orderNo, errorCode: null, errorText: null, buyerErrorText: null, errorTrace: null }
  return updateRow(trx, order, before, changes, author)
}

/** Every further part becomes a new order of the same cart. */
async function createSplitOrder(trx: Knex, before: Order, header: Header, author: Author): Promise<Order> {
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

/** Links recently deleted lines of the customer to the line of this order that orders their product again. */
async function noteReordered(trx: Knex, { id, customerId }: Pick<Order, 'id' | 'customerId'>): Promise<void> {
  const lines: { id: number; productId: number }[] = await trx('order_line')
    .where({ orderId: id, lineStatus: 'OPEN' })
    .select('id', 'productId')
  const deleted: { id: number; productId: number }[] = await trx('order_line')
    .join('order', 'order.id', 'order_line.orderId')
    .where({ 'order.customerId': customerId, 'order_line.lineStatus': 'DELETED' })
    .whereNull('order_line.reorderedLineId')
    .where('order_line.deletedAt', '>=', secondsFromNow(-DAYS * 24 * 3600))
    .whereIn(
      'order_line.productId',
      lines.map(({ productId }) => productId),
    )
    .select('order_line.id', 'order_line.productId')
  for (const [productId, deletedLines] of Map.groupBy(deleted, line => line.productId)) {
    const reorderedLineId = lines.find(line => line.productId === productId)!.id
    const ids = deletedLines.map(line => line.id)
    await trx('order_line').whereIn('id', ids).update({ reorderedLineId, updatedAt: now() })
  }
}

interface EarlierLine {
  id: number
  orderNo: string
  orderDate: string
  productId: number
}

/**
 * Throws 422 DUPLICATE_PO when the customer placed an order with the same PO number and the same products within
 * `duplicate_po.days`. Callers skip the check when the person confirms that it is no duplicate.
 */
async function demandNoDuplicate(trx: Knex, order: Order, quoted: readonly QuotedOrder[]): Promise<void> {
  const earlier = await duplicateOf(trx, order, quoted)
  if (!earlier) return
  const message = `PO ${order.customerPoNo} was ordered already with ${earlier.orderNo} of ${dayText(earlier.orderDate)}, the same products: tick “Not a duplicate” to order again`
  throw refused([{ field: 'notDuplicate', code: 'DUPLICATE_PO', message }], message, {
    duplicateOf: { id: earlier.id, orderNo: earlier.orderNo },
  })
}

async function duplicateOf(trx: Knex, order: Order, quoted: readonly QuotedOrder[]): Promise<EarlierLine | undefined> {
  if (!order.customerPoNo) return undefined
  const days = (await readSettings(trx))['duplicate_po.days']
  const rows: EarlierLine[] = await trx('order')
    .join('order_line', 'order_line.orderId', 'order.id')
    .where({ 'order.customerPoNo': order.customerPoNo, 'order.customerId': order.customerId })
    .whereNotIn('order.status', NOT_PLACED)
    .whereNot('order.id', order.id)
    .where('order.orderDate', '>=', addDays(today(), -days))
    .orderBy('order.id', 'desc')
    .select('order.id', 'order.orderNo', 'order.orderDate', 'order_line.productId')
  const productSets = quoted.map(({ lines }) => productSet(lines.map(({ input }) => input.productId)))
  const earlierOrders = [...Map.groupBy(rows, ({ id }) => id).values()]
  return earlierOrders.find(lines => productSets.includes(productSet(lines.map(({ productId }) => productId))))?.[0]
}

const productSet = (ids: readonly number[]) => [...new Set(ids)].sort((a, b) => a - b).join()
