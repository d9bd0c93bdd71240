import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exampleOrder, withKey } from '../../support/order-story.ts'
import { type Asker, demoPortal, type TestPortal } from '../../support/portal.ts'

let portal: TestPortal
/** Keeps the account of 100101 in LS and PS. */
let asha: Asker
/** Keeps its account in PH. */
let arjun: Asker
let customerId: number

beforeAll(async () => {
  portal = await demoPortal()
  asha = await portal.as('asha')
  arjun = await portal.as('sales_rep')
  customerId = (await portal.db('customer').where('code', '100101').first('id')).id
})
afterAll(() => portal.close())

describe('a sales executive who keeps the account of a customer in one SBU', () => {
  it('reads the customer, and no order, line, history or figure of the SBUs in which somebody else keeps it', async () => {
    const made = await asha.post('/api/orders', await exampleOrder(portal, asha), withKey())
    expect(made.body).toMatchObject({ customerId })
    const { id, orderNo } = made.body
    const line = await portal.db('order_line').where('orderId', id).first('id')
    const answers = async (who: Asker) => ({
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
    const sbusOf = async (who: Asker, path: string, through: string) => {
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
})
