import { beforeAll, describe, expect, it } from 'vitest'
import { today } from '../../../api/platform/clock.ts'
import { addDays } from '../../../resources/define/dates.ts'
import { sendFile } from '../../support/files.ts'
import { exampleOrderInput, idempotencyHeader, takeStep } from '../../support/orders/example-order.ts'
import { type Answer, type ApiClient, demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
const asha = portal.person('asha')

const faults = ({ body }: Answer) => (body.faults ?? body.errors).map(({ code }: { code: string }) => code)
const idOf = async (table: string, where: object) => (await portal.db(table).where(where).first('id')).id as number

/** The end-user document for a product, as the order pad sends it. */
async function given(order: { customerId: number }, product: string, documentType: string, more: object = {}) {
  const file = await sendFile(portal, asha, 'EUD')
  return {
    customerId: order.customerId,
    productId: await idOf('products', { code: product }),
    documentType,
    documentRef: 'NDPS/2026/118',
    endUse: 'Synthesis of acetylsalicylic acid',
    issueDate: addDays(today(), -30),
    attachmentId: file.body.id as number,
    ...more,
  }
}

describe('an order of a controlled product', () => {
  it('is not submitted without its document, and with it needs no other approval', async () => {
    const order = await exampleOrderInput(portal, asha, [['LS-1401', 20, 0]])
    const before = await asha.post('/api/quotes', order)
    expect(faults(before)).toEqual(['EUD_MISSING'])
    expect(before.body.lines[0].eud).toMatchObject({
      needed: true,
      status: 'REQUIRED',
      onFile: false,
      documentId: null,
      types: [{ documentType: 'NDPS_REGISTRATION', qtyControlled: true }],
    })
    const draft = await asha.post('/api/orders', order, idempotencyHeader())
    const refused = await takeStep(asha, draft.body.id, 'submit')
    expect([refused.status, faults(refused)]).toEqual([422, ['EUD_MISSING']])
    const paper = await asha.post(
      '/api/eud-documents',
      await given(order, 'LS-1401', 'NDPS_REGISTRATION', { permittedQty: 100_000 }),
      idempotencyHeader(),
    )
    expect(paper.status, JSON.stringify(paper.body)).toBe(201)
    expect(paper.body).toMatchObject({ status: 'SUBMITTED', eudNo: expect.stringMatching(/^EU\d{10}$/) })
    const after = await asha.post('/api/quotes', order)
    expect(after.body.lines[0].eud).toMatchObject({ status: 'SUBMITTED', documentId: paper.body.id })
    expect(faults(after)).toEqual([])
    const submit = await takeStep(asha, draft.body.id, 'submit')
    expect(submit.status, JSON.stringify(submit.body)).toBe(201)
    expect(await portal.db('order_line').where({ orderId: draft.body.id }).first()).toMatchObject({
      eudStatus: 'SUBMITTED',
      eudDocumentId: paper.body.id,
    })
  })
})

describe('the queue of the regulatory officer', () => {
  let officer: ApiClient
  beforeAll(async () => {
    officer = await portal.as('eud_approver')
  })
  const papers = () => portal.db('eud_document')
  const lineOf = (orderId: number) => portal.db('order_line').where({ orderId }).first()
  /** Creates a new document and an order on it that waits in the queue. */
  async function waiting(product: string, type: string, more: object = {}) {
    await papers().where('status', 'SUBMITTED').update({ status: 'REVOKED' })
    const order = await exampleOrderInput(portal, asha, [[product, product === 'LS-1401' ? 20 : 230, 0]])
    const { body: paper } = await asha.post(
      '/api/eud-documents',
      await given(order, product, type, more),
      idempotencyHeader(),
    )
    const lines = [{ ...order.lines[0]!, eudDocumentId: paper.id }]
    const draft = await asha.post('/api/orders', { ...order, lines }, idempotencyHeader())
    const submit = await takeStep(asha, draft.body.id, 'submit')
    expect(submit.body.order, JSON.stringify(submit.body)).toMatchObject({ status: 'PENDING', pendingStep: 'EUD' })
    return { order: submit.body.order, paper, input: order }
  }

  it('accepts the document with the order: it is valid from then on, its quantity is consumed, and an expiry block is released', async () => {
    const { order, paper, input } = await waiting('LS-1401', 'NDPS_REGISTRATION', { permittedQty: 100_000 })
    const at = '2026-11-01T05:00:00.000Z'
    await portal.db('eud_block').insert({
      ...{ blockNo: 'EB2627000901', customerId: input.customerId, productId: input.lines[0]!.productId },
      ...{ reason: 'EXPIRED', origin: 'AUTO', status: 'ACTIVE', blockedAt: at },
      ...{ rowVersion: 1, createdAt: at, updatedAt: at },
    })
    expect(faults(await asha.post('/api/quotes', input))).toEqual(['EUD_BLOCKED'])
    expect((await takeStep(asha, order.id, 'approve')).status).toBe(403)
    const approved = await takeStep(officer, order.id, 'approve')
    expect(approved.status, JSON.stringify(approved.body)).toBe(201)
    expect(await papers().where('id', paper.id).first()).toMatchObject({
      status: 'APPROVED',
      actedById: expect.any(Number),
    })
    expect((await lineOf(order.id)).eudStatus).toBe('APPROVED')
    expect((await portal.db('eud_block').where({ blockNo: 'EB2627000901' }).first()).status).toBe('RELEASED')
    expect((await portal.db('message_log').where({ templateCode: 'EUD_RELEASED' })).length).toBeGreaterThan(0)
    const quoted = await asha.post('/api/quotes', input)
    expect([faults(quoted), quoted.body.lines[0].eud.onFile]).toEqual([[], true])
    const { reservedQty, usedQty } = await papers().where('id', paper.id).first()
    expect(reservedQty + usedQty).toBe(20_000)
  })

  it('rejects the document with the order, which then reserves nothing of it', async () => {
    await papers().update({ status: 'REVOKED' })
    const { order, paper, input } = await waiting('LS-1401', 'NDPS_REGISTRATION', { permittedQty: 100_000 })
    expect((await papers().where('id', paper.id).first()).reservedQty).toBe(20_000)
    const { files } = (await officer.get(`/api/decisions?orderId=${order.id}`)).body
    const told = files.map(({ what }: { what: string }) => what).find((what: string) => what.startsWith(paper.eudNo))
    expect(told).toContain('NDPS registration NDPS/2026/118, valid to')
    expect(told).toContain('80 of 100 left, for: Synthesis of acetylsalicylic acid')
    const rejected = await takeStep(officer, order.id, 'reject', { remark: 'The stamp is missing' })
    expect(rejected.body.order.status).toBe('REJECTED')
    expect(await papers().where('id', paper.id).first()).toMatchObject({
      status: 'REJECTED',
      reservedQty: 0,
      usedQty: 0,
    })
    expect((await lineOf(order.id)).eudStatus).toBe('REJECTED')
    expect(faults(await asha.post('/api/quotes', input))).toEqual(['EUD_MISSING'])
  })

  it('rejects one of two lines on a document: the document waits for the other line, and is rejected with the last', async () => {
    await papers().update({ status: 'REVOKED' })
    const order = await exampleOrderInput(portal, asha, [['LS-1401', 20, 0]])
    const said = await given(order, 'LS-1401', 'NDPS_REGISTRATION', { permittedQty: 100_000 })
    const { body: paper } = await asha.post('/api/eud-documents', said, idempotencyHeader())
    const lines = ['B1', 'B2'].map(requestedBatchNo => ({ ...order.lines[0]!, requestedBatchNo }))
    const draft = await asha.post('/api/orders', { ...order, lines }, idempotencyHeader())
    const { body } = await takeStep(asha, draft.body.id, 'submit')
    expect(body.order, JSON.stringify(body)).toMatchObject({ pendingStep: 'EUD' })
    const reject = (lineNo: number) =>
      takeStep(officer, draft.body.id, 'changeLine', { lines: [{ lineNo, isRejected: true }] })
    const stands = async () => {
      const { status, reservedQty } = await papers().where('id', paper.id).first()
      return [
        status,
        reservedQty,
        ...(await portal.db('order_line').where({ orderId: draft.body.id }).orderBy('lineNo').pluck('eudStatus')),
      ]
    }
    expect((await reject(20)).body.order.status).toBe('PENDING')
    expect(await stands()).toEqual(['SUBMITTED', 20_000, 'SUBMITTED', 'REJECTED'])
    expect((await reject(10)).body.order.status).toBe('REJECTED')
    expect(await stands()).toEqual(['REJECTED', 0, 'REJECTED', 'REJECTED'])
  })

  it('cannot accept a document that was rejected with another order meanwhile, and says what to do', async () => {
    const { order, paper, input } = await waiting('LS-1401', 'NDPS_REGISTRATION', { permittedQty: 100_000 })
    const draft = await asha.post('/api/orders', { ...input, customerPoNo: 'PO-SECOND' }, idempotencyHeader())
    await takeStep(asha, draft.body.id, 'submit')
    await takeStep(officer, order.id, 'reject', { remark: 'Forged' })
    const approved = await takeStep(officer, draft.body.id, 'approve')
    expect([approved.status, approved.body.errors]).toEqual([
      422,
      [
        {
          field: 'lines[0].eudDocumentId',
          code: 'EUD_MISSING',
          message: `Line 10: ${paper.eudNo} was rejected with another order. Reject the line, or send the order back for another document`,
        },
      ],
    ])
    expect((await takeStep(officer, draft.body.id, 'sendBack', { remark: 'Another one' })).body.order.status).toBe(
      'DRAFT',
    )
  })

  it('shows a document given for a single order only with that order', async () => {
    const { order, paper, input } = await waiting('PS-2005', 'END_USE_DECLARATION')
    expect((await papers().where('id', paper.id).first()).orderId).toBe(order.id)
    const lines = [{ ...input.lines[0]!, eudDocumentId: paper.id }]
    expect(faults(await asha.post('/api/quotes', { ...input, lines }))).toEqual(['EUD_MISSING'])
    await takeStep(officer, order.id, 'approve')
    expect((await lineOf(order.id)).eudStatus).toBe('APPROVED')
  })
})

describe('a document', () => {
  it('is refused with its errors', async () => {
    const order = await exampleOrderInput(portal, asha)
    const send = async (product: string, type: string, more: object = {}) =>
      asha.post('/api/eud-documents', await given(order, product, type, more), idempotencyHeader())
    const refused = async (more: object) => faults(await send('LS-1401', 'NDPS_REGISTRATION', more))
    expect(await refused({})).toEqual(['REQUIRED'])
    expect(await refused({ permittedQty: 1000, issueDate: addDays(today(), 1) })).toEqual(['RANGE'])
    expect(await refused({ permittedQty: 1000, validTo: addDays(today(), -1) })).toEqual(['RANGE'])
    expect(await refused({ permittedQty: 1000, validTo: '2029-03-31' })).toEqual(['RANGE'])
    expect(await refused({ permittedQty: 1000, status: 'APPROVED' })).toEqual(['UNKNOWN_FIELD'])
    expect(await refused({ permittedQty: 1000, attachmentId: 1 })).toEqual(['UNKNOWN_REF'])
    expect(faults(await send('LS-1401', 'POISON_LICENCE', { permittedQty: 1000 }))).toEqual(['NOT_REQUIRED'])
    expect(faults(await send('LS-1001', 'NDPS_REGISTRATION'))).toEqual(['NOT_REQUIRED'])
    const stranger = await portal.as('customer')
    const own = await given(order, 'LS-1401', 'NDPS_REGISTRATION', { permittedQty: 1000 })
    const other = await idOf('customer', { code: '100102' })
    expect((await stranger.post('/api/eud-documents', { ...own, customerId: other }, idempotencyHeader())).status).toBe(
      404,
    )
    expect(faults(await stranger.post('/api/eud-documents', own, idempotencyHeader()))).toEqual(['UNKNOWN_REF'])
    expect((await (await portal.as('dispatch')).post('/api/eud-documents', own, idempotencyHeader())).status).toBe(403)
  })

  it('must match the type of its name', async () => {
    const form = new FormData()
    form.set('ownerType', 'EUD')
    form.set('file', new File(['MZ executable'], 'licence.pdf', { type: 'application/pdf' }))
    const headers = { authorization: `Bearer ${asha.token}` }
    const sent = await fetch(`${portal.url}/api/attachments`, { method: 'POST', body: form, headers })
    expect(sent.status).toBe(415)
  })
})
