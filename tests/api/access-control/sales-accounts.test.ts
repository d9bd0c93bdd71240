import { beforeAll, describe, expect, it } from 'vitest'
import { today } from '../../../api/platform/clock.ts'
import { exampleOrderInput, idempotencyHeader, takeStep } from '../../support/orders/example-order.ts'
import { type ApiClient, demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
const asha = portal.person('asha')
const arjun = portal.person('sales_rep')
/** Keeps the account of 100101 in LS and PS. */
/** Keeps its account in PH. */
let customerId: number

beforeAll(async () => {
  customerId = (await portal.db('customer').where('code', '100101').first('id')).id
})

describe('a sales executive who keeps the account of a customer in one SBU', () => {
  it('reads the customer, and no order, line, history or figure of the SBUs in which somebody else keeps it', async () => {
    const made = await asha.post('/api/orders', await exampleOrderInput(portal, asha), idempotencyHeader())
    expect(made.body).toMatchObject({ customerId })
    const { id, orderNo } = made.body
    const line = await portal.db('order_line').where('orderId', id).first('id')
    const answers = async (who: ApiClient) => ({
      customer: (await who.get(`/api/access-control/customer/${customerId}`)).status,
      order: (await who.get(`/api/orders/${id}`)).status,
      line: (await who.get(`/api/order-lines/${line.id}`)).status,
      history: (await who.get(`/api/history?resource=orders&rowId=${id}`)).status,
      listed: (await who.get(`/api/orders?q=${orderNo}`)).body.total,
      exported: JSON.stringify((await who.get(`/api/orders/${id}/pdf`)).status),
      tab: JSON.stringify((await who.get(`/api/customer-360-tab?tab=orders&customerId=${customerId}`)).body).includes(
        orderNo,
      ),
    })
    const open = { customer: 200, order: 200, line: 200, history: 200, listed: 1, exported: '200', tab: true }
    const shut = { customer: 200, order: 404, line: 404, history: 404, listed: 0, exported: '404', tab: false }
    expect(await answers(asha)).toEqual(open)
    expect(await answers(arjun)).toEqual(shut)
  })

  it('reads contracts, prices and maps of that SBU alone', async () => {
    const sbusOf = async (who: ApiClient, path: string, through: string) => {
      const { body } = await who.get(`/api/${path}?customerId=${customerId}&$limit=100`)
      const ids = body.data.map((row: Record<string, number>) => row[through])
      if (through === 'sbuId')
        return [...new Set(await portal.db('sbu').whereIn('id', ids).orderBy('code').pluck('code'))]
      const table = through === 'productId' ? 'products' : 'department'
      const found = portal.db(table).join('sbu', 'sbu.id', `${table}.sbuId`).whereIn(`${table}.id`, ids)
      return found.distinct('sbu.code').orderBy('sbu.code').pluck('sbu.code')
    }
    expect(await sbusOf(asha, 'masters/rate-contract-customer', 'sbuId')).toEqual(['LS'])
    expect(await sbusOf(arjun, 'masters/rate-contract-customer', 'sbuId')).toEqual([])
    expect(await sbusOf(asha, 'masters/rate-contract-line', 'productId')).toEqual(['LS'])
    expect(await sbusOf(arjun, 'masters/rate-contract-line', 'productId')).toEqual([])
    expect(await sbusOf(asha, 'masters/customer-department-map', 'departmentId')).toEqual(['LS', 'PS'])
    expect(await sbusOf(arjun, 'masters/customer-department-map', 'departmentId')).toEqual(['PH'])
  })

  it('places orders in that SBU alone, and is told so by name', async () => {
    const inLs = await exampleOrderInput(portal, asha)
    const inPh = await exampleOrderInput(portal, asha, [['PH-3001', 500, 0]])
    const refusal = {
      status: 422,
      body: {
        errors: [
          { field: 'lines[0].productId', code: 'ACCOUNT_NOT_YOURS', message: expect.stringContaining('in SBU PH') },
        ],
      },
    }
    expect((await arjun.post('/api/quotes', { ...inPh, poAttachmentId: null })).status).toBe(201)
    expect(await asha.post('/api/quotes', inPh)).toMatchObject(refusal)
    expect(await asha.post('/api/orders', inPh, idempotencyHeader())).toMatchObject(refusal)
    const simulated = { ...inPh, poAttachmentId: null, orderDate: today(), placedBy: 'ME' }
    expect(await asha.post('/api/simulations', simulated)).toMatchObject(refusal)
    expect((await asha.post('/api/orders', inLs, idempotencyHeader())).status).toBe(201)
    const codes = async (who: ApiClient) => {
      const { body } = await who.post('/api/order-products', { customerId, codes: ['LS-1001', 'PH-3001'] })
      return body.map(({ code }: { code: string }) => code)
    }
    expect(await codes(asha)).toEqual(['LS-1001'])
    expect(await codes(arjun)).toEqual(['PH-3001'])
    const sbus = async (who: ApiClient) =>
      (await who.get(`/api/order-context?customerId=${customerId}`)).body.sbus.map(({ code }: { code: string }) => code)
    expect(await sbus(asha)).toEqual(['LS', 'PS'])
    expect(await sbus(arjun)).toEqual(['PH'])
  })

  it('keeps reading an order that they placed when the account passes to somebody else, and submits it no more', async () => {
    const draft = await asha.post('/api/orders', await exampleOrderInput(portal, asha), idempotencyHeader())
    const account = { customerId, departmentId: draft.body.departmentId }
    const accounts = () => portal.db('customer_department_map').where(account)
    const { salesEmployeeId } = await accounts().first('salesEmployeeId')
    const { employeeId } = await portal.db('user').where({ loginId: 'sales_rep' }).first('employeeId')
    expect((await arjun.get(`/api/orders/${draft.body.id}`)).status).toBe(404)
    await accounts().update({ salesEmployeeId: employeeId })
    try {
      expect((await arjun.get(`/api/orders/${draft.body.id}`)).status).toBe(200)
      expect((await asha.get(`/api/orders/${draft.body.id}`)).status).toBe(200)
      expect((await asha.get(`/api/order-lines?orderId=${draft.body.id}`)).body.total).toBe(1)
      const { status, body } = await takeStep(asha, draft.body.id, 'submit')
      expect([status, body.errors[0].code]).toEqual([422, 'ACCOUNT_NOT_YOURS'])
    } finally {
      await accounts().update({ salesEmployeeId })
    }
    expect((await takeStep(asha, draft.body.id, 'submit')).status).toBe(201)
  })
})
