import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { today } from '../../api/platform/clock.ts'
import { type Asker, demoPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
let pricing: Asker

beforeAll(async () => {
  portal = await demoPortal()
  pricing = await portal.as('pricing_approver')
})
afterAll(() => portal.close())

const idOf = async (table: string, where: Record<string, unknown>): Promise<number> =>
  (await portal.db(table).where(where).first('id')).id
const product = (code: string) => idOf('products', { code })
const customer = (code: string) => idOf('customer', { code })

describe('a price agreed for a delivery address', () => {
  const agreed = async (netPrice: number) => ({
    customerId: await customer('100101'),
    shipToId: await idOf('ship_to', { code: '200102' }),
    productId: await product('LS-1001'),
    netPrice,
    approvedRef: 'Mail of today',
    validFrom: today(),
  })

  it('is kept although it is above the list price, and whoever saves it is told', async () => {
    const { status, body } = await pricing.post('/api/masters/cust-shipto-prod-price', await agreed(1_050_00))
    expect([status, body.netPrice]).toEqual([201, 1_050_00])
    expect(body.warnings).toEqual([
      {
        field: 'netPrice',
        code: 'ABOVE_LIST',
        message: 'Net price ₹ 1,050.00 is above the list price of ₹ 1,000.00',
      },
    ])
  })

  it('is told nothing of when it is below', async () => {
    const [row] = (await pricing.get('/api/masters/cust-shipto-prod-price?approvedRef=Mail of today')).body.data
    const { status, body } = await pricing.patch(`/api/masters/cust-shipto-prod-price/${row.id}`, {
      netPrice: 980_00,
      rowVersion: row.rowVersion,
    })
    expect([status, body.netPrice, body.warnings]).toEqual([200, 980_00, undefined])
  })
})
