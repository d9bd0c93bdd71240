import type { Knex } from 'knex'
import { type EudBlock, eudBlock, renewable } from '../../resources/complaints/eud-block.ts'
import type { SubmittedDocument } from '../../resources/orders/documents/commands.ts'
import { type documentInputs, eudDocument } from '../../resources/orders/eud-document.ts'
import type { ActionHandler, ActionInput } from '../derive/extend.ts'
import { restrict } from '../derive/rights/conditions.ts'
import { rowsOf } from '../derive/rows-of.ts'
import { type Author, updateRow, updateRows } from '../derive/save/write.ts'
import { seesFile } from '../files/attachments.ts'
import { createBlock, mailBlock } from '../orders/documents/block-documents.ts'
import { liftBlocks } from '../orders/documents/decide-documents.ts'
import { notifyOfficers } from '../orders/documents/notify-officers.ts'
import { submitDocument } from '../orders/documents/submit-document.ts'
import { now } from '../platform/clock.ts'
import { conflict, invalidField } from '../platform/errors.ts'

type Decision = 'APPROVED' | 'REJECTED'

type Said = Pick<SubmittedDocument, keyof typeof documentInputs>

const blockIn = ({ rows }: ActionInput) => rows[0] as unknown as EudBlock

/**
 * Blocks a customer by hand; their orders that wait for approval come to the regulatory officer. Throws 400 for a
 * customer out of reach and for a reason that needs a product, 409 where they are blocked for it already.
 */
export const blockByHand: ActionHandler = async (trx, { values, person, author }) => {
  const block = values as Pick<EudBlock, 'customerId' | 'productId' | 'reason' | 'note'>
  if (block.productId === null && (renewable as readonly string[]).includes(block.reason))
    throw invalidField('productId', 'REQUIRED', 'Product is required: this reason is about the document of a product')
  const made = await createBlock(trx, { ...block, origin: 'MANUAL', blockedById: person.id }, author)
  if (!made) throw conflict('DUPLICATE_KEY', 'They are blocked for this already', {}, 'customerId')
  const reach = restrict(trx('eud_block').where('eud_block.id', made.id), trx, eudBlock, person, 'update')
  if (!(await reach.first('eud_block.id')))
    throw invalidField('customerId', 'UNKNOWN_REF', 'Customer is not known: choose one from the list')
  if (block.reason === 'REVOKED') await revokeDocuments(trx, made, author)
  return `${made.blockNo} blocks them from now on.`
}

/** A revoked licence: the documents that were approved on it count no more, for orders on their way neither. */
async function revokeDocuments(trx: Knex, { customerId, productId }: EudBlock, author: Author) {
  const approved = await rowsOf(trx, eudDocument, rows => rows.where({ customerId, productId, status: 'APPROVED' }))
  await updateRows(trx, eudDocument, approved, { status: 'REVOKED' }, author)
}

/** Sends a renewed document for a blocked product, and asks with it for the release. Throws 400 for wrong fields. */
export const renewDocument: ActionHandler = async (trx, taken) => {
  const block = blockIn(taken)
  const { requestNote, ...said } = taken.values
  const about = { customerId: block.customerId, productId: block.productId!, shipToId: null, orderId: null }
  const document = await submitDocument(trx, { ...(said as Said), ...about }, taken.person, taken.author)
  const asked = { requestNote: requestNote as string | null, releaseDocumentId: document.id }
  await request(trx, block, asked, taken.author)
  return `${document.eudNo} is sent. We notify you once it is checked.`
}

/** Asks for the release of a block that no document resolves. Throws 400 for a file that is not the person's. */
export const requestRelease: ActionHandler = async (trx, taken) => {
  const asked = taken.values as Pick<EudBlock, 'requestNote' | 'releaseAttachmentId'>
  if (
    asked.releaseAttachmentId !== null &&
    !(await seesFile(trx, taken.person, asked.releaseAttachmentId, 'EUD_BLOCK'))
  )
    throw invalidField('releaseAttachmentId', 'UNKNOWN_REF', 'Evidence is not known: upload it first')
  await request(trx, blockIn(taken), asked, taken.author)
  return 'We notify you once it is decided.'
}

async function request(trx: Knex, block: EudBlock, asked: Partial<EudBlock>, author: Author) {
  const changes = { ...asked, status: 'RELEASE_REQUESTED' as const, releaseRequestedAt: now() }
  await updateRow(trx, eudBlock, block, changes, author)
  await notifyOfficers(trx, block)
}

/** Releases a block, and approves the renewed document that came with the request. */
export const releaseBlock: ActionHandler = async (trx, taken) => {
  const block = blockIn(taken)
  await updateRow(trx, eudBlock, block, { ...answerOf(taken), status: 'RELEASED', releasedAt: now() }, taken.author)
  await decideDocument(trx, block, 'APPROVED', taken)
  await mailBlock(trx, block.id, 'EUD_RELEASED')
  return undefined
}

/** Denies the release: the block stays, the renewed document is rejected, and the customer reads the answer. */
export const denyRelease: ActionHandler = async (trx, taken) => {
  const block = blockIn(taken)
  await decideDocument(trx, block, 'REJECTED', taken)
  await updateRow(trx, eudBlock, block, { ...answerOf(taken), status: 'RELEASE_DENIED' }, taken.author)
  await mailBlock(trx, block.id, 'EUD_RELEASE_DENIED')
  return undefined
}

const answerOf = ({ values, person }: ActionInput) => ({
  releaseNote: values.releaseNote as string | null,
  releasedById: person.id,
})

/** A document that an order's queue has decided meanwhile stays as it was decided. */
async function decideDocument(trx: Knex, block: EudBlock, status: Decision, { person, author }: ActionInput) {
  const sent = await rowsOf(trx, eudDocument, rows =>
    rows.where({ id: block.releaseDocumentId ?? 0, status: 'SUBMITTED' }).forUpdate(),
  )
  for (const document of sent) {
    await updateRow(trx, eudDocument, document, { status, actedById: person.id, actedAt: now() }, author)
    if (status === 'APPROVED') await liftBlocks(trx, document, author)
  }
}
