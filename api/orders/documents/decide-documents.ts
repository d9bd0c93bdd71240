import type { Knex } from 'knex'
import { eudBlock } from '../../../resources/complaints/eud-block.ts'
import { type EudDocument, eudDocument } from '../../../resources/orders/eud-document.ts'
import type { Order } from '../../../resources/orders/order.ts'
import { type OrderLine, orderLine } from '../../../resources/orders/order-line.ts'
import { blockOf, type EudRequirement } from '../../../resources/orders/quote/eud.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { updateRow, updateRows } from '../../derive/save/write.ts'
import { now } from '../../platform/clock.ts'
import { refused } from '../../platform/errors.ts'
import { lostRace } from '../../platform/transact.ts'
import { mailBlock } from './block-documents.ts'

/** Lines of an order whose documents wait for a decision. */
const waitingLines = (trx: Knex, orderId: number) =>
  rowsOf(trx, orderLine, rows => rows.where({ orderId, eudStatus: 'SUBMITTED' }).orderBy('lineNo'))

const needsOf = ({ eudNeeds }: Pick<OrderLine, 'eudNeeds'>) => (eudNeeds ?? []) as unknown as EudRequirement[]

/** Binds documents needed for each order to theirs; runs again when another order took one meanwhile. */
export async function bindDocuments(trx: Knex, orderId: number) {
  const lines = await rowsOf(trx, orderLine, rows => rows.where({ orderId }).whereNotNull('eudDocumentId'))
  const ids = lines.flatMap(line =>
    needsOf(line).flatMap(({ frequency, documentId }) =>
      frequency === 'PER_ORDER' && documentId !== null ? [documentId] : [],
    ),
  )
  if (ids.length === 0) return
  await trx('eud_document').whereIn('id', ids).whereNull('orderId').update({ orderId })
  const ofCart = trx('order as own').join('order as part', 'part.cartRef', 'own.cartRef').where('own.id', orderId)
  const taken = await trx('eud_document').whereIn('id', ids).whereNotIn('orderId', ofCart.select('part.id')).first('id')
  if (taken) throw lostRace()
}

/**
 * Approves the documents of an order and releases the blocks that they resolve. Throws 422 for a line whose document
 * expired or was rejected with another order, and for one that is still blocked.
 */
export async function approveDocuments(trx: Knex, order: Order, author: Author) {
  const lines = (await waitingLines(trx, order.id)).filter(({ lineStatus }) => lineStatus === 'OPEN')
  const documents = await documentsOf(trx, lines)
  const invalid = documents.find(({ status }) => status !== 'SUBMITTED' && status !== 'APPROVED')
  if (invalid) throw invalidDocument(invalid, lines)
  const submitted = documents.filter(({ status }) => status === 'SUBMITTED')
  await updateRows(trx, eudDocument, submitted, { status: 'APPROVED', actedById: author.id, actedAt: now() }, author)
  for (const document of submitted) await liftBlocks(trx, document, author)
  await demandUnblocked(trx, order)
  await updateRows(trx, orderLine, lines, { eudStatus: 'APPROVED' }, author)
}

/** Throws 422 while a block keeps the customer from buying what an open line asks for. */
async function demandUnblocked(trx: Knex, { id: orderId, customerId }: Order) {
  const blocks = await rowsOf(trx, eudBlock, rows => rows.where({ customerId }).whereNot('status', 'RELEASED'))
  if (blocks.length === 0) return
  const lines = await rowsOf(trx, orderLine, rows => rows.where({ orderId, lineStatus: 'OPEN' }).orderBy('lineNo'))
  for (const { lineNo, productId, eudStatus } of lines) {
    const block = blockOf(blocks, { customerId, productId }, eudStatus !== 'NOT_REQUIRED')
    if (!block) continue
    const message = `Line ${lineNo}: ${block.blockNo} blocks the customer. Release it first, or reject the line`
    throw refused([{ field: `lines[${lineNo / 10 - 1}].productId`, code: 'EUD_BLOCKED', message }])
  }
}

function invalidDocument({ id, eudNo, status }: EudDocument, lines: readonly OrderLine[]) {
  const { lineNo } = lines.find(line => documentIds([line]).includes(id))!
  const reason = { REJECTED: 'was rejected with another order', REVOKED: 'was revoked', EXPIRED: 'has ended' }[
    status as 'EXPIRED'
  ]
  const message = `Line ${lineNo}: ${eudNo} ${reason}. Reject the line, or send the order back for another document`
  return refused([{ field: `lines[${lineNo / 10 - 1}].eudDocumentId`, code: 'EUD_MISSING', message }])
}

/**
 * Rejects the documents of an order, or of some of its lines. Documents that a remaining line needs too stay submitted.
 */
export async function rejectDocuments(
  trx: Knex,
  order: Order,
  author: Author,
  { lineIds, reasonCodeId = null }: { lineIds?: readonly number[]; reasonCodeId?: number | null } = {},
) {
  const waiting = await waitingLines(trx, order.id)
  const lines = waiting.filter(({ id }) => lineIds?.includes(id) ?? true)
  const stillNeeded = documentIds(waiting.filter(line => line.lineStatus === 'OPEN' && !lines.includes(line)))
  const submitted = (await documentsOf(trx, lines)).filter(
    ({ id, status }) => status === 'SUBMITTED' && !stillNeeded.includes(id),
  )
  const decision = { status: 'REJECTED', rejectReasonId: reasonCodeId, actedById: author.id, actedAt: now() } as const
  await updateRows(trx, eudDocument, submitted, decision, author)
  await updateRows(trx, orderLine, lines, { eudStatus: 'REJECTED' }, author)
}

const documentIds = (lines: readonly OrderLine[]) =>
  lines.flatMap(line => needsOf(line).flatMap(({ documentId }) => documentId ?? []))

const documentsOf = (trx: Knex, lines: readonly OrderLine[]) =>
  rowsOf(trx, eudDocument, rows => rows.whereIn('id', [...new Set(documentIds(lines))]).orderBy('id'))

/** Releases blocks that were created because the previous document expired. */
export async function liftBlocks(trx: Knex, { customerId, productId }: EudDocument, author: Author) {
  const blocks = await rowsOf(trx, eudBlock, rows =>
    rows.where({ customerId, productId, reason: 'EXPIRED' }).whereNot('status', 'RELEASED'),
  )
  const released = { status: 'RELEASED', releasedById: author.id, releasedAt: now() } as const
  for (const block of blocks) {
    await updateRow(trx, eudBlock, block, released, author)
    await mailBlock(trx, block.id, 'EUD_RELEASED')
  }
}
