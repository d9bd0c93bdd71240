/** @module-tag sql */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { today } from '../../../api/platform/clock.ts'
import { transact } from '../../../api/platform/transact.ts'
import { addDays } from '../../../resources/define/dates.ts'
import { sendFile } from '../../support/files.ts'
import { exampleCustomer, exampleOrderInput, submittedOrder, takeStep } from '../../support/orders/example-order.ts'
import { type Answer, type ApiClient, demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
const asha = portal.person('asha')
const officer = portal.person('eud_approver')
const buyer = portal.person('customer')
let customerId: number

beforeAll(async () => {
  customerId = (await exampleCustomer(portal)).id
})
beforeEach(async () => {
  await portal.db('eud_block').delete()
  await transact(portal.db, trx => trx('message_log').delete())
})

const path = '/api/complaints/eud-block'
const codesOf = ({ body }: Answer) => (body.faults ?? body.errors).map(({ code }: { code: string }) => code)
const productOf = async (code: string) => (await portal.db('products').where({ code }).first('id')).id as number
const blockNow = () => portal.db('eud_block').orderBy('id', 'desc').first()
const mails = (templateCode: string) => portal.db('message_log').where({ templateCode })

/** The officer blocks the example customer. */
async function blocked(product: string | null, reason: string) {
  const productId = product && (await productOf(product))
  const asked = { customerId, productId, reason, note: 'The police asked about a delivery' }
  const answer = await officer.post(`${path}/actions`, { action: 'block', asked })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return blockNow()
}

/** Takes an action on the latest block. */
async function act(who: ApiClient, action: string, asked: object = {}) {
  const { id, rowVersion } = await blockNow()
  return who.post(`${path}/actions`, { action, rows: [{ id, rowVersion }], asked })
}

const renewal = async (who = buyer) => ({
  documentType: 'NDPS_REGISTRATION',
  documentRef: 'NDPS/2026/219',
  endUse: 'Synthesis',
  issueDate: addDays(today(), -3),
  permittedQty: 50_000,
  attachmentId: (await sendFile(portal, who, 'EUD')).body.id,
})

describe('a regulatory officer', () => {
  it('blocks a customer for a product, who is mailed and orders it no more', async () => {
    const row = await blocked('LS-1001', 'MISUSE_SUSPECTED')
    expect(row).toMatchObject({ origin: 'MANUAL', status: 'ACTIVE', blockNo: expect.stringMatching(/^EB\d{10}$/) })
    expect(await mails('EUD_BLOCKED')).not.toEqual([])
    const order = await exampleOrderInput(portal, asha)
    expect(codesOf(await asha.post('/api/quotes', order))).toEqual(['EUD_BLOCKED'])
  })

  it('names a product where the reason is about its document, and blocks nobody twice for one thing', async () => {
    const asked = { customerId, productId: null, reason: 'EXPIRED', note: 'See letter' }
    const refused = await officer.post(`${path}/actions`, { action: 'block', asked })
    expect([refused.status, refused.body.errors[0].field]).toEqual([400, 'productId'])
    await blocked(null, 'AUTHORITY_ORDER')
    const again = await officer.post(`${path}/actions`, {
      action: 'block',
      asked: { ...asked, reason: 'AUTHORITY_ORDER' },
    })
    expect(again.status).toBe(409)
    expect(await portal.db('eud_block')).toHaveLength(1)
  })

  it('blocks no customer outside their SBUs, and nobody else blocks', async () => {
    const { body } = await officer.get('/api/access-control/customer?$limit=200&$select[]=id')
    const reached = body.data.map(({ id }: { id: number }) => id)
    const copy = await portal.db('customer').where({ id: customerId }).first()
    const outside = 990_001
    await portal.db('customer').insert({ ...copy, id: 990_001, code: '109999', naturalKey: '109999' })
    expect(reached).toContain(customerId)
    const asked = { productId: null, reason: 'AUTHORITY_ORDER', note: 'Order of the court' }
    const refused = await officer.post(`${path}/actions`, { action: 'block', asked: { ...asked, customerId: outside } })
    expect([refused.status, refused.body.errors[0].field]).toEqual([400, 'customerId'])
    for (const login of ['asha', 'customer', 'dispatch']) {
      const who = await portal.as(login)
      expect((await who.post(`${path}/actions`, { action: 'block', asked: { ...asked, customerId } })).status).toBe(403)
    }
    expect(await portal.db('eud_block')).toEqual([])
  })
})

describe('an order that waits for another approval', () => {
  it('comes to the officer, who approves it only once the block is released', async () => {
    const order = await submittedOrder(portal, asha)
    expect(order).toMatchObject({ status: 'PENDING' })
    expect(order.pendingStep).not.toBe('EUD')
    const { blockNo } = await blocked('LS-1001', 'MISUSE_SUSPECTED')
    expect(await portal.db('order').where({ id: order.id }).first()).toMatchObject({ pendingStep: 'EUD' })
    const refused = await takeStep(officer, order.id, 'approve')
    expect([refused.status, refused.body.errors[0].message]).toEqual([
      422,
      `Line 10: ${blockNo} blocks the customer. Release it first, or reject the line`,
    ])
    expect((await act(officer, 'release')).status).toBe(201)
    const approved = await takeStep(officer, order.id, 'approve')
    expect(approved.status, JSON.stringify(approved.body)).toBe(201)
    expect(approved.body.order).toMatchObject({ status: 'PENDING', pendingStep: order.pendingStep })
  })

  it('of another product stays where it is', async () => {
    const order = await submittedOrder(portal, asha)
    await blocked('LS-1401', 'MISUSE_SUSPECTED')
    await blocked(null, 'AUTHORITY_ORDER')
    expect((await portal.db('order').where({ id: order.id }).first()).pendingStep).toBe(order.pendingStep)
  })
})

describe('a blocked customer', () => {
  it('sends a renewed document, is refused with the reason, sends another and may order again', async () => {
    await blocked('LS-1401', 'EXPIRED')
    const first = await act(buyer, 'renew', { ...(await renewal()), requestNote: 'Renewed last week' })
    expect(first.status, JSON.stringify(first.body)).toBe(201)
    expect(await blockNow()).toMatchObject({ status: 'RELEASE_REQUESTED', requestNote: 'Renewed last week' })
    const { id: officerId } = await portal.db('user').where({ loginId: 'eud_approver' }).first('id')
    const bells = await portal.db('notification').where({ userId: officerId }).pluck('title')
    expect(bells).toContain(`${(await blockNow()).blockNo}: release requested`)
    const documentOf = async () =>
      (
        await portal
          .db('eud_document')
          .where({ id: (await blockNow()).releaseDocumentId })
          .first()
      ).status
    expect((await act(officer, 'deny', { releaseNote: 'The stamp is missing' })).status).toBe(201)
    expect([(await blockNow()).status, await documentOf()]).toEqual(['RELEASE_DENIED', 'REJECTED'])
    expect((await mails('EUD_RELEASE_DENIED'))[0].body).toContain('The stamp is missing')
    expect(
      codesOf(await asha.post('/api/quotes', await exampleOrderInput(portal, asha, [['LS-1401', 20, 0]]))),
    ).toContain('EUD_BLOCKED')
    expect((await act(buyer, 'renew', await renewal())).status).toBe(201)
    expect((await act(officer, 'release')).status).toBe(201)
    expect([(await blockNow()).status, await documentOf()]).toEqual(['RELEASED', 'APPROVED'])
    expect(await mails('EUD_RELEASED')).not.toEqual([])
    const order = await exampleOrderInput(portal, asha, [['LS-1401', 20, 0]])
    expect(codesOf(await asha.post('/api/quotes', order))).toEqual([])
  })

  it('gets a sentence for a wrong document, and nothing is asked for', async () => {
    await blocked('LS-1401', 'EXPIRED')
    const late = await act(buyer, 'renew', { ...(await renewal()), issueDate: addDays(today(), 2) })
    expect([late.status, late.body.errors[0].field]).toEqual([400, 'issueDate'])
    const foreign = await act(buyer, 'renew', { ...(await renewal(asha)) })
    expect([foreign.status, foreign.body.errors[0].field]).toEqual([400, 'attachmentId'])
    expect(await blockNow()).toMatchObject({ status: 'ACTIVE', releaseDocumentId: null })
  })

  it('answers an authority’s order or a suspicion by words, with evidence if there is some', async () => {
    await blocked(null, 'AUTHORITY_ORDER')
    expect((await act(buyer, 'renew', await renewal())).status).toBe(409)
    const releaseAttachmentId = (await sendFile(portal, buyer, 'EUD_BLOCK')).body.id
    const asked = { requestNote: 'The order was lifted on Monday', releaseAttachmentId }
    expect((await act(buyer, 'requestRelease', asked)).status).toBe(201)
    expect(await blockNow()).toMatchObject({ status: 'RELEASE_REQUESTED', releaseAttachmentId })
    const file = `/api/attachments/${releaseAttachmentId}/file`
    expect((await officer.get(file)).status).toBe(200)
    expect((await act(officer, 'release', { releaseNote: 'Thank you' })).status).toBe(201)
  })

  it('neither reads why they were blocked nor releases themselves', async () => {
    await blocked('LS-1001', 'MISUSE_SUSPECTED')
    const { body } = await buyer.get(path)
    expect(body.data).toHaveLength(1)
    expect(body.data[0]).not.toHaveProperty('note')
    expect(body.data[0]).not.toHaveProperty('blockedById')
    expect((await act(buyer, 'release')).status).toBe(403)
    expect((await act(asha, 'requestRelease', { requestNote: 'Please' })).status).toBe(403)
  })
})

describe('a release', () => {
  const papersOf = async (code: string) =>
    portal.db('eud_document').where({ customerId, productId: await productOf(code) })

  it('with a renewed document lifts the expiry block of the same product too', async () => {
    await blocked('LS-1401', 'EXPIRED')
    const expired = await blockNow()
    await blocked('LS-1401', 'QTY_EXCEEDED')
    expect((await act(buyer, 'renew', await renewal())).status).toBe(201)
    expect((await act(officer, 'release')).status).toBe(201)
    expect(await portal.db('eud_block').orderBy('id').pluck('status')).toEqual(['RELEASED', 'RELEASED'])
    expect((await mails('EUD_RELEASED')).map(({ ownerId }) => ownerId)).toContain(expired.id)
  })

  it('is needed after a revoked licence, whose documents count no more', async () => {
    await portal
      .db('eud_document')
      .whereIn(
        'id',
        (await papersOf('LS-1401')).map(({ id }) => id),
      )
      .update({ status: 'APPROVED' })
    await blocked('LS-1401', 'REVOKED')
    expect(new Set((await papersOf('LS-1401')).map(({ status }) => status))).toEqual(new Set(['REVOKED']))
    const order = await exampleOrderInput(portal, asha, [['LS-1401', 20, 0]])
    expect(codesOf(await asha.post('/api/quotes', order))).toEqual(['EUD_BLOCKED', 'EUD_MISSING'])
  })
})

it('the order pad is led to the block, where its release is asked for', async () => {
  const { id, blockNo } = await blocked('LS-1001', 'MISUSE_SUSPECTED')
  const order = await exampleOrderInput(portal, asha)
  for (const who of [asha, buyer]) {
    const { body } = await who.post('/api/quotes', order)
    expect(body.faults).toMatchObject([{ code: 'EUD_BLOCKED', block: { id, blockNo } }])
    expect((await who.get(`${path}/${id}`)).status).toBe(200)
  }
})

it('an order that SAP has is left as it is', async () => {
  const order = await submittedOrder(portal, asha)
  await portal
    .db('order')
    .where({ id: order.id })
    .update({ status: 'CONFIRMED', pendingStep: null, sapOrderNo: '77001' })
  await blocked('LS-1001', 'MISUSE_SUSPECTED')
  expect(await portal.db('order').where({ id: order.id }).first()).toMatchObject({
    status: 'CONFIRMED',
    pendingStep: null,
  })
})

it('of two decisions at once one counts', async () => {
  await blocked('LS-1001', 'MISUSE_SUSPECTED')
  await act(buyer, 'requestRelease', { requestNote: 'It was a mistake' })
  const answers = await Promise.all([
    act(officer, 'release'),
    act(officer, 'deny', { releaseNote: 'No' }),
    act(officer, 'release'),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
})
