import type { Knex } from 'knex'
import { type EudBlock, eudBlock } from '../../resources/complaints/eud-block.ts'
import { eudBlockProcess, renewable } from '../../resources/complaints/eud-block-process.ts'
import type { SubmittedDocument } from '../../resources/orders/documents/commands.ts'
import { type documentInputs, eudDocument } from '../../resources/orders/eud-document.ts'
import type { ActionHandler } from '../derive/extend.ts'
import { attach, type Deed } from '../derive/process/attach.ts'
import { restrict } from '../derive/rights/conditions.ts'
import { rowsOf } from '../derive/rows-of.ts'
import type { Author } from '../derive/save/author.ts'
import { updateRow, updateRows } from '../derive/save/write.ts'
import { demandFile } from '../files/attachments.ts'
import { createBlock, mailBlock } from '../orders/documents/block-documents.ts'
import { liftBlocks } from '../orders/documents/decide-documents.ts'
import { notifyOfficers } from '../orders/documents/notify-officers.ts'
import { submitDocument } from '../orders/documents/submit-document.ts'
import { now } from '../platform/clock.ts'
import { conflict, invalidField, notOnList } from '../platform/errors.ts'

type Decision = 'APPROVED' | 'REJECTED'

type Said = Pick<SubmittedDocument, keyof typeof documentInputs>

/**
 * Blocks a customer by hand; their orders that wait for approval come to the regulatory officer. Throws 400 for a
 * customer out of reach and for a reason that needs a product, 409 where they are blocked for it already.
 */
export const blockByHand: ActionHandler = async (trx, { values, person, author }) => {
  const block = values as Pick<EudBlock, 'customerId' | 'productId' | 'reason' | 'note'>
  if (block.productId === null && (renewable as readonly string[]).includes(block.reason))
    throw invalidField('productId', 'REQUIRED', 'Product is required: this reason is about the document of a product')
  const newBlock = await createBlock(trx, { ...block, origin: 'MANUAL', blockedById: person.id }, author)
  if (!newBlock) throw conflict('DUPLICATE_KEY', 'They are blocked for this already', {}, 'customerId')
  const reach = restrict(trx('eud_block').where('eud_block.id', newBlock.id), trx, eudBlock, person, 'update')
  if (!(await reach.first('eud_block.id'))) throw notOnList('customerId', 'Customer')
  if (block.reason === 'REVOKED') await revokeDocuments(trx, newBlock, author)
  return `${newBlock.blockNo} blocks them from now on.`
}

/** A revoked licence: the documents that were approved on it count no more, for orders on their way neither. */
async function revokeDocuments(trx: Knex, { customerId, productId }: EudBlock, author: Author) {
  const approved = await rowsOf(trx, eudDocument, rows => rows.where({ customerId, productId, status: 'APPROVED' }))
  await updateRows(trx, eudDocument, approved, { status: 'REVOKED' }, author)
}

/** Asks for the release, which those who decide about it are told. */
const requested = (trx: Knex, asked: Partial<EudBlock>) => ({
  changes: { ...asked, releaseRequestedAt: now() },
  async follow(after: EudBlock) {
    await notifyOfficers(trx, after)
    return after
  },
})

const answered = ({ said: { releaseNote }, person }: Deed<EudBlock, { releaseNote: string | null }>) => ({
  releaseNote,
  releasedById: person.id,
})

/** What is particular of the steps of a block. */
export const attachedBlock = attach<EudBlock, typeof eudBlockProcess>(eudBlockProcess, {
  resource: eudBlock,
  numberOf: ({ blockNo }) => blockNo,
  effects: {
    /** Sends a renewed document for a blocked product with the request. Throws 400 for wrong fields. */
    async renew(trx, { row, said: { requestNote, ...said }, person, author }) {
      const about = { customerId: row.customerId, productId: row.productId!, shipToId: null, orderId: null }
      const document = await submitDocument(trx, { ...(said as unknown as Said), ...about }, person, author)
      return {
        ...requested(trx, { requestNote, releaseDocumentId: document.id }),
        answer: `${document.eudNo} is sent. We notify you once it is checked.`,
      }
    },
    /** For a block that no document resolves. Throws 400 for a file that is not the person's. */
    async requestRelease(trx, { said, person }) {
      const evidence = { sentFor: 'EUD_BLOCK', field: 'releaseAttachmentId', label: 'Evidence' } as const
      await demandFile(trx, person, said.releaseAttachmentId, evidence)
      return { ...requested(trx, said), answer: 'We notify you once it is decided.' }
    },
    /** Approves the renewed document that came with the request. */
    release: async (trx, deed) => ({
      changes: { ...answered(deed), releasedAt: now() },
      async follow(after) {
        await decideDocument(trx, after, 'APPROVED', deed)
        await mailBlock(trx, after.id, 'EUD_RELEASED')
        return after
      },
    }),
    /** The block stays, the renewed document is rejected, and the customer reads the answer. */
    async deny(trx, deed) {
      await decideDocument(trx, deed.row, 'REJECTED', deed)
      return {
        changes: answered(deed),
        async follow(after) {
          await mailBlock(trx, after.id, 'EUD_RELEASE_DENIED')
          return after
        },
      }
    },
  },
  tell: {},
})

/** A document that an order's queue has decided meanwhile stays as it was decided. */
async function decideDocument(
  trx: Knex,
  block: EudBlock,
  status: Decision,
  { person, author }: Pick<Deed<EudBlock>, 'person' | 'author'>,
) {
  const sent = await rowsOf(trx, eudDocument, rows =>
    rows.where({ id: block.releaseDocumentId ?? 0, status: 'SUBMITTED' }).forUpdate(),
  )
  for (const document of sent) {
    await updateRow(trx, eudDocument, document, { status, actedById: person.id, actedAt: now() }, author)
    if (status === 'APPROVED') await liftBlocks(trx, document, author)
  }
}
