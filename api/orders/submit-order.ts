import type { Knex } from 'knex'
import { type Order, order } from '../../resources/orders/order.ts'
import { checkTrace } from '../../resources/orders/quote/check-trace.ts'
import type { Author } from '../derive/save/author.ts'
import { insertRows, updateRow } from '../derive/save/write.ts'
import { now, secondsFromNow, today } from '../platform/clock.ts'
import { refused } from '../platform/errors.ts'
import { nextNumber } from '../platform/number-series.ts'
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
import { demandNewPo } from './terms/same-po.ts'

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
    samePo: said = null,
    seenLines = [],
  }: Pick<StepCommand, 'person' | 'author'> & Partial<Pick<StepCommand, 'samePo' | 'seenLines'>>,
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
  const soldToIds = quoted.map(({ soldToId }) => soldToId)
  const samePo = await demandNewPo(trx, before, { soldToIds, day: facts.day }, said, person)
  await demandSeenPrices(trx, facts, input, quoted, { orderId: before.id, person, seenLines })
  const amount = amountFor(person, quoted)
  if (step === 'approveInCompany') demandWithinApproval(person, amount)
  else if (needsCompanyYes(person, amount, before.companyApprovedValue))
    return [await askCompany(trx, before, { person, author, samePo })]
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
      samePo,
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
