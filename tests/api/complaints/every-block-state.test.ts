import { beforeAll, describe, expect, it } from 'vitest'
import { takeDueSteps } from '../../../api/derive/process/due-steps.ts'
import { attachedDocument } from '../../../api/orders/documents/block-documents.ts'
import { today } from '../../../api/platform/clock.ts'
import { addDays } from '../../../resources/define/dates.ts'
import { sendFile } from '../../support/files.ts'
import { exampleCustomer } from '../../support/orders/example-order.ts'
import { type ApiClient, demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const PATH = '/api/complaints/eud-block'
const blockStates = ['ACTIVE', 'RELEASE_REQUESTED', 'RELEASED', 'RELEASE_DENIED'] as const
const documentStates = ['SUBMITTED', 'APPROVED', 'REJECTED', 'EXPIRED', 'REVOKED'] as const
type BlockState = (typeof blockStates)[number]
type DocumentState = (typeof documentStates)[number]

const portal = portalOfFile(demoPortal)
const officer = portal.person('eud_approver')
const buyer = portal.person('customer')
let customerId: number
let productId: number
let blockId: number
let documentId: number
let attachmentId: number

beforeAll(async () => {
  customerId = (await exampleCustomer(portal)).id
  productId = (await portal.db('products').where({ code: 'LS-1401' }).first('id')).id
  attachmentId = (await sendFile(portal, buyer, 'EUD')).body.id
  const asked = { customerId, productId, reason: 'EXPIRED', note: 'It ended' }
  expect((await officer.post(`${PATH}/actions`, { action: 'block', asked })).status).toBe(201)
  blockId = (await blockNow()).id
  expect((await act(buyer, 'renew', renewal())).status).toBe(201)
  documentId = (await blockNow()).releaseDocumentId
})

const blockNow = () => portal.db('eud_block').orderBy('id', 'desc').first()
const documentNow = () => portal.db('eud_document').where({ id: documentId }).first()
const renewal = () => ({
  ...{ documentType: 'NDPS_REGISTRATION', documentRef: 'NDPS/2026/219', endUse: 'Synthesis' },
  ...{ issueDate: addDays(today(), -3), permittedQty: 50_000, attachmentId },
})
async function act(who: ApiClient, action: string, asked: object) {
  const { rowVersion } = await portal.db('eud_block').where({ id: blockId }).first('rowVersion')
  return who.post(`${PATH}/actions`, { action, rows: [{ id: blockId, rowVersion }], asked })
}
const stand = (status: BlockState, reason: string, document: DocumentState = 'SUBMITTED') =>
  Promise.all([
    portal.db('eud_block').where({ id: blockId }).update({ status, reason, releaseDocumentId: documentId }),
    portal.db('eud_document').where({ id: documentId }).update({ status: document }),
  ])

interface Event {
  isOfficer: boolean
  reason: string
  asked: () => object
  /** Where it leads from each status; from the others it is refused. */
  to: Partial<Record<BlockState, BlockState>>
}
const asks = { ACTIVE: 'RELEASE_REQUESTED', RELEASE_DENIED: 'RELEASE_REQUESTED' } as const

/** Each event with the statuses in which it happens. */
const events: Record<string, Event> = {
  renew: { isOfficer: false, reason: 'EXPIRED', asked: renewal, to: asks },
  requestRelease: {
    isOfficer: false,
    reason: 'AUTHORITY_ORDER',
    asked: () => ({ requestNote: 'It is settled', releaseAttachmentId: null }),
    to: asks,
  },
  release: {
    isOfficer: true,
    reason: 'EXPIRED',
    asked: () => ({ releaseNote: null }),
    to: { ACTIVE: 'RELEASED', RELEASE_REQUESTED: 'RELEASED', RELEASE_DENIED: 'RELEASED' },
  },
  deny: {
    isOfficer: true,
    reason: 'EXPIRED',
    asked: () => ({ releaseNote: 'The stamp is missing' }),
    to: { RELEASE_REQUESTED: 'RELEASE_DENIED' },
  },
}

describe.each(blockStates)('a block that is %s', status => {
  it.each(Object.entries(events))('meets “%s” as the table says', async (name, { isOfficer, reason, asked, to }) => {
    await stand(status, reason)
    const before = await portal.db('eud_block').where({ id: blockId }).first()
    expect((await act(isOfficer ? buyer : officer, name, asked())).status).toBe(403)
    const { status: code, body } = await act(isOfficer ? officer : buyer, name, asked())
    const after = await portal.db('eud_block').where({ id: blockId }).first()
    if (to[status]) expect([code, after.status]).toEqual([201, to[status]])
    else expect([code, after], body.message).toEqual([409, before])
  })

  it('is answered with a document only where a document resolves its reason', async () => {
    await stand(status, 'MISUSE_SUSPECTED')
    expect((await act(buyer, 'renew', renewal())).status).toBe(409)
    await stand(status, 'QTY_EXCEEDED')
    expect((await act(buyer, 'requestRelease', events.requestRelease!.asked())).status).toBe(409)
  })
})

describe.each(documentStates)('a document that is %s', status => {
  const become = async (change: Partial<Record<DocumentState, DocumentState>>) =>
    expect((await documentNow()).status).toBe(change[status] ?? status)

  it('is approved by a release and rejected by a denial only while it is not decided', async () => {
    await stand('RELEASE_REQUESTED', 'EXPIRED', status)
    expect((await act(officer, 'release', { releaseNote: null })).status).toBe(201)
    await become({ SUBMITTED: 'APPROVED' })
    await stand('RELEASE_REQUESTED', 'EXPIRED', status)
    expect((await act(officer, 'deny', { releaseNote: 'No stamp' })).status).toBe(201)
    await become({ SUBMITTED: 'REJECTED' })
  })

  it('expires the night after its last day while it counts, or may come to count', async () => {
    await stand('RELEASED', 'EXPIRED', status)
    const { validTo } = await documentNow()
    await portal
      .db('eud_document')
      .where({ id: documentId })
      .update({ validTo: addDays(today(), -1) })
    await takeDueSteps(portal.db, attachedDocument)
    await become({ SUBMITTED: 'EXPIRED', APPROVED: 'EXPIRED' })
    await portal.db('eud_document').where({ id: documentId }).update({ validTo })
  })

  it('is revoked with its licence only where it was approved', async () => {
    await stand('RELEASED', 'EXPIRED', status)
    const asked = { customerId, productId, reason: 'REVOKED', note: 'Order of the commissioner' }
    expect((await officer.post(`${PATH}/actions`, { action: 'block', asked })).status).toBe(201)
    await become({ APPROVED: 'REVOKED' })
    await portal.db('eud_block').whereNot({ id: blockId }).where({ customerId, reason: 'REVOKED' }).delete()
  })
})
