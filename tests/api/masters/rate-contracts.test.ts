/** @module-tag sql */
import { describe, expect, it } from 'vitest'
import { systemAuthor } from '../../../api/derive/save/author.ts'
import { confirmOrder } from '../../../api/orders/sap/confirm-order.ts'
import { orderMessage } from '../../../api/orders/sap/order-message.ts'
import { today } from '../../../api/platform/clock.ts'
import { transact } from '../../../api/platform/transact.ts'
import { addDays } from '../../../resources/define/dates.ts'
import { contractNo } from '../../../seeds/demo-days.ts'
import { sendFile } from '../../support/files.ts'
import { idempotencyHeader, orderInputFor, takeStep } from '../../support/orders/example-order.ts'
import { type ApiClient, demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
const desk = portal.person('pricing_approver')
const asha = portal.person('asha')

const PATH = '/api/masters/rate-contract-customer'
const idOf = async (table: string, code: string): Promise<number> =>
  (await portal.db(table).where({ code }).first('id')).id
const codes = (body: { errors: { field: string; code: string }[] }) =>
  body.errors.map(({ field, code }) => `${field} ${code}`)
const act = async (who: ApiClient, action: string, id: number, asked: object = {}) => {
  const { body } = await who.get(`${PATH}/${id}`)
  return who.post(`${PATH}/actions`, { action, asked, rows: [{ id, rowVersion: body.rowVersion }] })
}

let made = 0
async function contract(more: object = {}) {
  return {
    contractNo: `T/${++made}`,
    customerId: await idOf('customer', '100102'),
    sbuId: await idOf('sbu', 'LS'),
    customerRef: 'A letter',
    contractDate: today(),
    autoRelease: true,
    validFrom: addDays(today(), -10),
    validTo: addDays(today(), 100),
    lines: [{ productId: await idOf('products', 'LS-1003'), rate: 190_000, contractQty: 50_000 }],
    ...more,
  }
}

async function activated(more: object = {}): Promise<number> {
  const { body } = await desk.post(PATH, await contract(more))
  const { body: file } = await sendFile(portal, desk, 'CONTRACT')
  await desk.patch(`${PATH}/${body.id}`, { attachmentId: file.id, rowVersion: body.rowVersion })
  expect((await act(desk, 'activate', body.id)).status).toBe(201)
  return body.id
}

describe('a rate contract', () => {
  it('is saved with its lines, with unit, value and open quantity of each', async () => {
    const { status, body } = await desk.post(PATH, await contract())
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { status: 'DRAFT', value: 9_500_000, lines: [{ lineNo: 10, uom: 'EA', openQty: 50_000, consumedQty: 0 }] },
    })
  })

  it('reports the errors of header and lines at once, and saves nothing', async () => {
    const count = () => portal.db('rate_contract_customer').count({ rows: '*' })
    const before = await count()
    const draft = await contract({
      customerRef: null,
      lines: [
        { productId: await idOf('products', 'LS-1003'), rate: 1000, contractQty: 1000 },
        { productId: await idOf('products', 'LS-1004'), rate: -5, contractQty: 1000, consumedQty: 7 },
      ],
    })
    const { status, body } = await desk.post(PATH, draft)
    expect(status).toBe(400)
    expect(codes(body).sort()).toEqual([
      'customerRef REQUIRED',
      'lines[1].consumedQty UNKNOWN_FIELD',
      'lines[1].rate RANGE',
    ])
    expect(await count()).toEqual(before)
  })

  it('has every product once, and only products of its SBU', async () => {
    const productId = await idOf('products', 'LS-1003')
    const lines = [productId, productId, await idOf('products', 'PS-2001')].map(id => ({
      productId: id,
      rate: 1000,
      contractQty: 1000,
    }))
    expect(codes((await desk.post(PATH, await contract({ lines }))).body)).toEqual([
      'lines[1].productId DUPLICATE_LINE',
      'lines[2].productId RULE',
    ])
  })

  it('keeps the line numbers when other lines are added or removed', async () => {
    const { body } = await desk.post(PATH, await contract())
    const [line] = body.lines
    const other = { productId: await idOf('products', 'LS-1004'), rate: 100_000, contractQty: 2000 }
    const changed = { lineNo: 10, productId: line.productId, rate: 180_000, contractQty: 50_000 }
    const two = await desk.patch(`${PATH}/${body.id}`, { rowVersion: body.rowVersion, lines: [other, changed] })
    expect(two.body.lines.map((one: { lineNo: number; id: number }) => [one.lineNo, one.id === line.id])).toEqual([
      [10, true],
      [20, false],
    ])
    expect(two.body.value).toBe(9_200_000)
    const one = await desk.patch(`${PATH}/${body.id}`, {
      rowVersion: two.body.rowVersion,
      lines: [{ lineNo: 20, ...other }],
    })
    expect(one.body.lines.map(({ lineNo }: { lineNo: number }) => lineNo)).toEqual([20])
    const stale = await desk.patch(`${PATH}/${body.id}`, { rowVersion: two.body.rowVersion, lines: [] })
    expect([stale.status, stale.body.errors[0].code]).toEqual([409, 'STALE_ROW'])
  })

  it('is activated only with a line and the signed contract, and cannot be changed afterwards', async () => {
    const { body } = await desk.post(PATH, await contract({ lines: [] }))
    expect((await act(desk, 'activate', body.id)).body.message).toContain('Add at least one line')
    const { body: lined } = await desk.post(PATH, await contract({ customerId: await idOf('customer', '100109') }))
    expect((await act(desk, 'activate', lined.id)).body.message).toContain('Attach the signed contract')
    const { body: file } = await sendFile(portal, desk, 'CONTRACT')
    const kept = await desk.patch(`${PATH}/${lined.id}`, { attachmentId: file.id, rowVersion: lined.rowVersion })
    expect(kept.status).toBe(200)
    const active = await act(desk, 'activate', lined.id)
    expect(active.body.data).toMatchObject([{ status: 'ACTIVE' }])
    const { rowVersion } = active.body.data[0]
    expect(codes((await desk.patch(`${PATH}/${lined.id}`, { contractNo: 'OTHER', rowVersion })).body)).toEqual([
      'contractNo NOT_ALLOWED_STATE',
    ])
    const lines = await desk.patch(`${PATH}/${lined.id}`, { lines: [], rowVersion })
    expect([lines.status, ...codes(lines.body)]).toEqual([422, 'lines NOT_ALLOWED_STATE'])
    expect((await act(desk, 'suspend', lined.id, {})).status).toBe(400)
    expect((await act(desk, 'suspend', lined.id, { remarks: 'Price talks' })).body.data).toMatchObject([
      { status: 'SUSPENDED' },
    ])
    expect((await act(desk, 'close', lined.id, { remarks: 'No agreement' })).body.data).toMatchObject([
      { status: 'CLOSED' },
    ])
    expect((await act(desk, 'activate', lined.id)).body.errors[0].code).toBe('NOT_NOW')
  })

  it('is the only active one for a customer and a product on a day', async () => {
    const customerId = await idOf('customer', '100110')
    const first = await activated({ customerId })
    const { body } = await desk.post(PATH, await contract({ customerId }))
    const { body: file } = await sendFile(portal, desk, 'CONTRACT')
    await desk.patch(`${PATH}/${body.id}`, { attachmentId: file.id, rowVersion: body.rowVersion })
    const clash = await act(desk, 'activate', body.id)
    expect([clash.status, clash.body.errors[0].code]).toEqual([409, 'DATE_OVERLAP'])
    expect(clash.body.message).toContain('LS-1003 is on contract')
    await act(desk, 'suspend', first, { remarks: 'Other one counts' })
    expect((await act(desk, 'activate', body.id)).status).toBe(201)
  })

  it('is copied with its lines as a draft that has consumed nothing', async () => {
    const { id } = await portal.db('rate_contract_customer').where('contractNo', contractNo('0001')).first('id')
    const asked = { contractNo: 'T/COPY', validFrom: addDays(today(), 400), validTo: addDays(today(), 700) }
    expect((await act(desk, 'copyLines', id, asked)).body.message).toContain('T/COPY is made')
    const copy = await portal.db('rate_contract_customer').where('contractNo', 'T/COPY').first()
    expect(copy).toMatchObject({ status: 'DRAFT', sapContractNo: null, consumedPct: 0 })
    expect(
      (await desk.get(`${PATH}/${copy.id}`)).body.lines.map((line: { consumedQty: number }) => line.consumedQty),
    ).toEqual([0, 0, 0])
  })

  it('is seen by its customer and the account owner only, and maintained by the pricing desk', async () => {
    const customer = await portal.as('customer')
    const { body } = await customer.get(`${PATH}?$limit=100`)
    const own = await portal.db('user').where('loginId', 'customer').first('customerId')
    expect(body.total).toBeGreaterThan(0)
    expect(body.data.every((row: { customerId: number }) => row.customerId === own.customerId)).toBe(true)
    expect((await asha.post(PATH, await contract())).status).toBe(403)
    const { id } = await portal.db('rate_contract_customer').where('contractNo', contractNo('0002')).first('id')
    expect((await customer.get(`${PATH}/${id}`)).status).toBe(404)
    expect((await customer.get('/api/masters/rate-contract-errors')).status).toBe(403)
  })

  it('is read by its customer, with lines, history and 360, once it is activated and not before', async () => {
    const login = await portal.db('user').where('loginId', 'customer').first('customerId')
    const customer = await portal.as('customer')
    const later = { validFrom: addDays(today(), 900), validTo: addDays(today(), 1000) }
    const draft = await contract({ customerId: login.customerId, contractNo: 'T/SECRET', ...later })
    const { body } = await desk.post(PATH, draft)
    const { body: file } = await sendFile(portal, desk, 'CONTRACT')
    await desk.patch(`${PATH}/${body.id}`, { attachmentId: file.id, rowVersion: body.rowVersion })
    const answers = async (who: ApiClient) => {
      const history = await who.get(`/api/history?resource=masters/rate-contract-customer&rowId=${body.id}`)
      const tab = await who.get(`/api/customer-360-tab?customerId=${login.customerId}&tab=contracts`)
      const list = await who.get(`${PATH}?q=T/SECRET`)
      return {
        get: (await who.get(`${PATH}/${body.id}`)).status,
        line: (await who.get(`/api/masters/rate-contract-line/${body.lines[0].id}`)).status,
        file: (await who.get(`/api/attachments/${file.id}/file`)).status,
        history: history.status,
        listed: list.body.total,
        tab: JSON.stringify(tab.body).includes('T/SECRET'),
      }
    }
    const open = { get: 200, line: 200, file: 200, history: 200, listed: 1, tab: true }
    const shut = { get: 404, line: 404, file: 404, history: 404, listed: 0, tab: false }
    expect(await answers(await portal.as('master_admin'))).toEqual(open)
    expect(await answers(customer)).toEqual(shut)
    expect((await act(desk, 'activate', body.id)).status).toBe(201)
    expect(await answers(customer)).toEqual(open)
    const history = async (who: ApiClient) =>
      (await who.get(`/api/history?resource=masters/rate-contract-customer&rowId=${body.id}`)).body.data
    expect((await history(desk)).length).toBeGreaterThan(1)
    expect(await history(customer)).toMatchObject([{ actor: null, before: null, after: { status: 'ACTIVE' } }])
  })

  it('refuses a file that somebody else uploaded for something else', async () => {
    const { body: po } = await sendFile(portal, asha, 'ORDER')
    const { status, body } = await desk.post(PATH, await contract({ attachmentId: po.id }))
    expect([status, ...codes(body)]).toEqual([400, 'attachmentId UNKNOWN_REF'])
    expect((await sendFile(portal, asha, 'CONTRACT')).status).toBe(403)
  })
})

describe('an order on a rate contract', () => {
  it('is priced by it, reserves its quantity, consumes it when SAP confirms, and sends the contract number to SAP', async () => {
    const customer = await portal.db('customer').where('code', '100101').first('id')
    const line = await portal.db('rate_contract_line').where({ customerId: customer.id, lineNo: 10 }).first()
    const contractOf = async () => (await desk.get(`${PATH}/${line.rateContractId}`)).body
    const place = async (pct: number) => {
      const { body } = await asha.post(
        '/api/orders',
        await orderInputFor(portal, asha, customer, [['LS-1003', 4, pct]]),
        idempotencyHeader(),
      )
      return (await takeStep(asha, body.id, 'submit')).body.order
    }
    const waiting = await place(12)
    expect(waiting.status).toBe('PENDING')
    expect((await contractOf()).lines[0]).toMatchObject({ reservedQty: 4000, openQty: 200_000 - 64_000 - 4000 })
    const order = await place(0)
    expect((await portal.db('order_line').where('orderId', order.id).first()).netPrice).toBe(189_000)
    expect(await orderMessage(portal.db, order.id)).toMatchObject({
      sapContractNo: '40001207',
      lines: [{ sapContractNo: '40001207', sapContractItem: '10' }],
    })
    // The portal sends the order meanwhile: each of the two may have to wait for the other.
    await transact(portal.db, trx => trx('order').where({ id: order.id }).update({ status: 'APPROVED' }))
    const numbers = { salesOrder: '900001', items: [{ lineNo: 10, salesOrderItem: '10' }] }
    await transact(portal.db, trx => confirmOrder(trx, order.id, numbers, systemAuthor('test')))
    const after = await contractOf()
    expect(after.lines[0]).toMatchObject({ consumedQty: 68_000, reservedQty: 4000, openQty: 128_000 })
    expect(after.consumedPct).toBeGreaterThan(0)
  })
})

describe('a contract of SAP', () => {
  const ofSap = async (more: object) => {
    const id = await activated({
      lines: [{ productId: await idOf('products', 'LS-1104'), rate: 100, contractQty: 1000 }],
    })
    await portal
      .db('rate_contract_customer')
      .where({ id })
      .update({ sapContractNo: '40008811', sapStatus: 'ACTIVE', ...more })
    return id
  }
  it('ends when SAP says, takes its approver from us, and is not activated while SAP has suspended it', async () => {
    const id = await ofSap({})
    const { body } = await desk.get(`${PATH}/${id}`)
    const later = await desk.patch(`${PATH}/${id}`, { validTo: addDays(today(), 200), rowVersion: body.rowVersion })
    expect(later.body.errors[0].message).toBe(
      'Valid to is SAP’s for this contract: change it there, or close the contract here',
    )
    expect((await desk.patch(`${PATH}/${id}`, { autoRelease: false, rowVersion: body.rowVersion })).status).toBe(200)
    await portal.db('rate_contract_customer').where({ id }).update({ status: 'SUSPENDED', sapStatus: 'SUSPENDED' })
    expect((await act(desk, 'activate', id)).body.errors[0].message).toContain('SAP has suspended this contract')
    await portal.db('rate_contract_customer').where({ id }).update({ sapStatus: 'ACTIVE', attachmentId: null })
    expect((await act(desk, 'activate', id)).status).toBe(201)
    await portal.db('rate_contract_line').where({ rateContractId: id }).update({ sapConsumedQty: 400 })
    expect((await desk.get(`${PATH}/${id}`)).body.lines[0].openQty).toBe(600)
  })
  it('has its wrong rows mended in SAP, not here', async () => {
    const [id] = await portal.db('rate_contract_errors').insert({
      ...(await portal
        .db('rate_contract_errors')
        .first('raw', 'contractNo', 'errorCode', 'errorText', 'createdAt', 'updatedAt')),
      source: 'SAP',
      rowNo: 10,
      status: 'OPEN',
      rowVersion: 1,
    })
    const errors = '/api/masters/rate-contract-errors'
    const mended = await desk.patch(`${errors}/${id}`, { raw: { rate: '5' }, rowVersion: 1 })
    expect([mended.status, mended.body.message]).toEqual([409, expect.stringContaining('This row comes from SAP')])
    const again = await desk.post(`${errors}/actions`, {
      action: 'reprocess',
      asked: {},
      rows: [{ id, rowVersion: 1 }],
    })
    expect(again.status).toBe(409)
  })
})
