import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import { can } from '../../resources/capabilities.ts'
import { type Order, order } from '../../resources/orders/order.ts'
import type { OrderInput } from '../../resources/orders/order-input.ts'
import type { OrderLine } from '../../resources/orders/order-line.ts'
import { blockSentence, blocksFor } from '../../resources/orders/quote/checks-control.ts'
import { addTotals } from '../../resources/orders/totals.ts'
import { demandOwnShipTo } from '../access-control/own-ship-tos.ts'
import type { Person } from '../derive/rights/person.ts'
import type { Author } from '../derive/save/author.ts'
import { insertRows } from '../derive/save/write.ts'
import { demandPoFile } from '../files/attachments.ts'
import { now, today } from '../platform/clock.ts'
import { forbidden, invalidField, refused } from '../platform/errors.ts'
import { nextNumber } from '../platform/number-series.ts'
import { demandAccounts } from './account-sbus.ts'
import { nobodyAsked } from './approvals/company-approvers.ts'
import { dropLines, writeLines } from './lines/write-lines.ts'
import { moveOrder, noteStep, placeOf, readOrder } from './move-order.ts'
import { headerOf } from './order-header.ts'
import { customerToOrderFor } from './pad/order-customers.ts'
import { loadOrderFacts, type OrderFacts } from './quote/order-facts.ts'
import { priceChangesText, savedOpenLines } from './quote/price-differences.ts'
import { quote } from './quote/quote.ts'
import type { QuotedLine } from './quote/quote-line.ts'
import { reserve } from './reserve.ts'
import { approvedPrices } from './terms/approved-prices.ts'
import { demandOwnTerms, withOwnTerms } from './terms/own-terms.ts'

/** Creates a draft and prices it. Throws 403 or 404 when the person may not order for the customer. */
export async function createDraft(trx: Knex, sent: OrderInput, person: Person, author: Author): Promise<Order> {
  const { facts, first, quoted, totals, lines, input } = await priceDraft(trx, sent, person)
  demandNoBlock(facts, lines, person)
  await demandPoFile(trx, person, input.poAttachmentId)
  const draftNo = await nextNumber(trx, 'DR', today())
  const row: Partial<Order> = {
    ...(await headerOf(trx, facts, input, first, quoted)),
    ...totals,
    orderNo: draftNo,
    draftNo,
    cartRef: randomUUID().replaceAll('-', '').slice(0, 26),
    status: 'DRAFT',
    approvalRound: 1,
    placedById: person.id,
    placedForCustomer: person.userType === 'EMPLOYEE',
    currency: 'INR',
    statusSince: now(),
  }
  const [newOrder] = await insertRows(trx, order, [row], author)
  await writeLines(trx, newOrder!.id, lines, input, author)
  await noteStep(trx, newOrder!.id, { step: 'create', from: null }, 'DRAFT', author)
  return readOrder(trx, newOrder!.id)
}

/** Saves a draft or an order that is being corrected: all its lines are replaced and priced again. */
export async function saveDraft(
  trx: Knex,
  before: Order,
  sent: OrderInput,
  person: Person,
  author: Author,
): Promise<Order> {
  if (before.customerId !== sent.customerId) {
    throw invalidField('customerId', 'FIXED', 'Customer cannot be changed: begin a new order for another customer')
  }
  if (sent.poAttachmentId !== before.poAttachmentId) await demandPoFile(trx, person, sent.poAttachmentId)
  const correcting = before.status === 'IN_ERROR'
  // Submitted lines are compared so that the history names what changes of masters did to their prices.
  const linesBefore = before.submittedAt === null ? [] : await savedOpenLines(trx, before.id)
  const { facts, first, quoted, totals, lines, input } = await priceDraft(trx, sent, person, before, linesBefore)
  const changes: Partial<Order> = { ...(await headerOf(trx, facts, input, first, quoted)), ...totals, ...nobodyAsked }
  if (!correcting) changes.errorTrace = null
  // Another PO number is asked about anew.
  if (changes.poKey !== before.poKey) changes.samePo = null
  const remark = priceChangesText(linesBefore, lines, facts.products)
  const step = correcting ? 'correct' : 'save'
  const after = await moveOrder(trx, before, { step, ...placeOf(before), remark, changes }, author)
  await dropLines(trx, before.id)
  await writeLines(trx, after.id, lines, input, author, correcting ? linesBefore : [])
  if (correcting) await reserve(trx, after)
  return after
}

async function priceDraft(
  trx: Knex,
  sent: OrderInput,
  person: Person,
  before?: Order,
  linesBefore: readonly OrderLine[] = [],
) {
  const input = withOwnTerms(sent, person, before)
  await customerToOrderFor(trx, person, input.customerId)
  await demandOwnShipTo(trx, person, input.shipToId)
  const facts = await loadOrderFacts(trx, input, today())
  await demandAccounts(trx, person, facts, input.lines)
  demandPlantRight(input, person)
  const quoted = quote(facts, input, before && approvedPrices(before, linesBefore, input))
  demandOwnTerms(facts, sent, person, quoted, before)
  const [own] = quoted
  if (!own) throw invalidField('lines', 'REQUIRED', 'Lines are missing: add at least one product')
  const lines = quoted.flatMap(({ lines }) => lines).sort((a, b) => a.index - b.index)
  // A draft may hold lines of several SBUs; submit splits it. The buyer of its header is the distributor where one buys
  // any line, so that nobody else sees the draft's amounts.
  const viaDistributor = quoted.find(({ soldToId }) => soldToId !== input.customerId)
  const first = { ...own, soldToId: viaDistributor?.soldToId ?? own.soldToId }
  return { facts, input, first, quoted, lines, totals: addTotals(quoted.map(part => part.totals)) }
}

/** Throws 422 for a new order of a blocked customer or through a blocked distributor; existing drafts can be saved. */
function demandNoBlock({ control, customer, buyers }: OrderFacts, lines: readonly QuotedLine[], person: Person) {
  const [block] = lines
    .flatMap(({ sbuId, soldToId }) => blocksFor(control.orderBlocks, [customer.id, soldToId], sbuId))
    .filter(({ blockMode }) => blockMode === 'BLOCK')
  if (!block) return
  const { code, name } = buyers.get(block.customerId) ?? customer
  const message = blockSentence(block, `Customer ${code} ${name}`, person.userType === 'EMPLOYEE')
  throw refused([{ field: 'customerId', code: 'CUSTOMER_BLOCKED', message }])
}

function demandPlantRight({ lines }: OrderInput, person: Person) {
  if (can(person, 'choosePlant')) return
  const chosen = lines.findIndex(({ plantId }) => plantId !== null)
  if (chosen >= 0) throw forbidden(`Line ${chosen + 1}: only CSC agents choose the plant`)
}
