import type { Knex } from 'knex'
import { type EudBlock, eudBlock } from '../../../resources/complaints/eud-block.ts'
import { addDays } from '../../../resources/define/dates.ts'
import { eudDocumentProcess } from '../../../resources/orders/documents/eud-document-process.ts'
import { type EudDocument, eudDocument } from '../../../resources/orders/eud-document.ts'
import { attach } from '../../derive/process/attach.ts'
import { type Author, systemAuthor } from '../../derive/save/author.ts'
import { insertRows } from '../../derive/save/write.ts'
import { now, today } from '../../platform/clock.ts'
import { nextNumber } from '../../platform/number-series.ts'
import { readSettings } from '../../platform/settings.ts'
import { transact } from '../../platform/transact.ts'
import { advanceOrder } from '../advance-order.ts'
import { holdOrder } from '../move-order.ts'
import { mailDocumentContacts, withMailNames } from './remind-documents.ts'

/**
 * Brings the customer's orders of a blocked product, which wait for another approval, to the regulatory officer. Orders
 * that SAP has are left as they are: the dispatch desk is warned of them.
 */
async function rerouteBlockedOrders(trx: Knex, { blockNo, customerId, productId }: EudBlock): Promise<void> {
  const ids: number[] = await trx('order')
    .where({ customerId, status: 'PENDING' })
    .whereNot('pendingStep', 'EUD')
    .whereExists(openLines(trx, productId).where('line.orderId', trx.ref('order.id')))
    .orderBy('id')
    .pluck('id')
  for (const id of ids) {
    const order = await holdOrder(trx, id)
    if (order.status === 'PENDING' && order.pendingStep !== 'EUD')
      await advanceOrder(trx, order, 'block', `Blocked by ${blockNo}`, systemAuthor('end-user block'))
  }
}

const openLines = (trx: Knex, productId: number | null) => {
  const lines = trx('order_line as line').where('line.lineStatus', 'OPEN')
  return productId === null
    ? lines.whereNot('line.eudStatus', 'NOT_REQUIRED')
    : lines.where({ 'line.productId': productId })
}

const author = systemAuthor('nightly end-user documents')
/** Customers who bought within so many days must renew the document. */
const BOUGHT_WITHIN = 365

/** Documents past their last day expire; approvals of orders and blocks decide the others. */
export const attachedDocument = attach<EudDocument, typeof eudDocumentProcess>(eudDocumentProcess, {
  resource: eudDocument,
  numberOf: ({ eudNo }) => eudNo,
  effects: {},
  tell: {},
})

/**
 * Blocks customers who bought a product within a year and whose last approved document ended more than `eud.grace_days`
 * ago without a newer one, and those who used more than the permitted quantity. Each document leads to at most one
 * block, so a released block is not repeated. Returns how many were created.
 */
export async function blockDocuments(db: Knex): Promise<number> {
  const graceDays = (await readSettings(db))['eud.grace_days']
  const lapsed = await lapsedPairs(db, addDays(today(), -graceDays))
  const exceeded = await exceededPairs(db)
  return transact(db, async trx => {
    let created = 0
    for (const pair of lapsed) created += await blockOnce(trx, pair, 'EXPIRED')
    for (const pair of exceeded) created += await blockOnce(trx, pair, 'QTY_EXCEEDED')
    return created
  })
}

interface CustomerProduct {
  customerId: number
  productId: number
  /** A block for the same reason on or after this day means that the customer is blocked already. */
  since: string
}

async function lapsedPairs(db: Knex, before: string): Promise<CustomerProduct[]> {
  const bought = (query: Knex.QueryBuilder) =>
    query
      .from('order_line as line')
      .join('order', 'order.id', 'line.orderId')
      .where('order.customerId', db.ref('paper.customerId'))
      .where('line.productId', db.ref('paper.productId'))
      .whereNotNull('order.sapOrderNo')
      .where('order.orderDate', '>=', addDays(today(), -BOUGHT_WITHIN))
  const needed = (query: Knex.QueryBuilder) =>
    query
      .from('product_enduser_document as rule')
      .where('rule.productId', db.ref('paper.productId'))
      .where('rule.documentType', db.ref('paper.documentType'))
      .where('rule.isActive', 1)
      .where('rule.validFrom', '<=', today())
      .where('rule.validTo', '>=', today())
      .whereNot('rule.frequency', 'PER_ORDER')
  const newer = (query: Knex.QueryBuilder) =>
    query
      .from('eud_document as newer')
      .where('newer.customerId', db.ref('paper.customerId'))
      .where('newer.productId', db.ref('paper.productId'))
      .where('newer.documentType', db.ref('paper.documentType'))
      .where('newer.validTo', '>=', before)
      .whereIn('newer.status', ['SUBMITTED', 'APPROVED', 'EXPIRED'])
  return (
    db('eud_document as paper')
      // A document that expired before it was decided leads to no block.
      .whereIn('paper.status', ['APPROVED', 'EXPIRED'])
      .whereNotNull('paper.actedAt')
      .whereNull('paper.orderId')
      .where('paper.validTo', '<', before)
      .whereExists(needed)
      .whereExists(bought)
      .whereNotExists(newer)
      .groupBy('paper.customerId', 'paper.productId')
      .select('paper.customerId', 'paper.productId')
      .max({ since: 'paper.validTo' })
  )
}

const exceededPairs = (db: Knex): Promise<CustomerProduct[]> =>
  db('eud_document')
    .where('status', 'APPROVED')
    .where('usedQty', '>', db.ref('permittedQty'))
    .groupBy('customerId', 'productId')
    .select('customerId', 'productId')
    .max({ since: 'issueDate' })

async function blockOnce(trx: Knex, { customerId, productId, since }: CustomerProduct, reason: EudBlock['reason']) {
  const existing = await trx('eud_block')
    .where({ customerId, productId, reason })
    .where('blockedAt', '>=', since)
    .first('id')
  if (existing) return 0
  return (await createBlock(trx, { customerId, productId, reason, origin: 'AUTO' }, author)) ? 1 : 0
}

type NewBlock = Pick<EudBlock, 'customerId' | 'productId' | 'reason' | 'origin'> &
  Partial<Pick<EudBlock, 'note' | 'blockedById'>>

/**
 * Blocks a customer, writes to them, and brings their orders that wait for approval to the regulatory officer. Returns
 * undefined where they are blocked for the same reason already.
 */
export async function createBlock(trx: Knex, block: NewBlock, by: Author): Promise<EudBlock | undefined> {
  const { customerId, productId, reason } = block
  const blocked = await trx('eud_block')
    .where({ customerId, productId, reason })
    .whereNot('status', 'RELEASED')
    .first('id')
  if (blocked) return undefined
  const row = { ...block, status: 'ACTIVE' as const, blockedAt: now(), blockNo: await nextNumber(trx, 'EB', today()) }
  const [newBlock] = await insertRows(trx, eudBlock, [row], by)
  await mailBlock(trx, newBlock!.id, 'EUD_BLOCKED')
  await rerouteBlockedOrders(trx, newBlock!)
  return newBlock
}

/** Mails a customer's contacts about a block of theirs. */
export async function mailBlock(
  trx: Knex,
  id: number,
  template: 'EUD_BLOCKED' | 'EUD_RELEASED' | 'EUD_RELEASE_DENIED',
): Promise<void> {
  const [paper] = await withMailNames(trx('eud_block as paper').where('paper.id', id)).select('paper.releaseNote')
  const reason = paper.releaseNote ?? ''
  await mailDocumentContacts(
    trx,
    template,
    paper,
    { type: 'eud-block', id },
    template === 'EUD_RELEASE_DENIED' ? { reason } : {},
  )
}
