import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { countFrequentItems } from '../../../api/masters/frequently-purchased-items.ts'
import { setClock, today } from '../../../api/platform/clock.ts'
import { runDue } from '../../../api/platform/work/nightly.ts'
import { addDays } from '../../../resources/define/dates.ts'
import { exampleCustomer, submittedOrder } from '../../support/orders/example-order.ts'
import { demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
const asha = portal.person('asha')
let customerId: number

beforeAll(async () => {
  customerId = (await exampleCustomer(portal)).id
  for (const code of ['LS-1003', 'LS-1003', 'LS-1003', 'LS-1001', 'LS-1004'])
    await submittedOrder(portal, asha, [[code, 10, 0]])
})

const listed = async () => {
  const { body } = await asha.get(
    `/api/masters/frequently-purchased-items?customerId=${customerId}&isActive=true&$limit=100`,
  )
  return body.data.map((row: Record<string, unknown> & { texts: Record<string, string> }) => [
    row.texts.productId!.slice(0, 7),
    row.source,
    row.orderCount180d,
  ])
}
const offered = async () => (await asha.get(`/api/order-frequent-items?customerId=${customerId}`)).body
const change = (changes: object) => portal.db('order').where({ customerId }).update(changes)

describe('what a customer orders often', () => {
  it('is listed from three orders on, beside pinned products', async () => {
    expect(await countFrequentItems(portal.db)).toBe(2)
    expect(await listed()).toEqual([
      ['LS-1001', 'PINNED', 1],
      ['LS-1102', 'PINNED', 0],
      ['LS-1003', 'COMPUTED', 3],
    ])
    expect(await countFrequentItems(portal.db)).toBe(0)
  })

  it('is offered on the order pad with a quantity that fits the pack', async () => {
    const codes = (await offered()).map(({ code, qty }: { code: string; qty: number }) => [code, qty])
    expect(codes).toEqual([
      ['LS-1001', 20_000],
      ['LS-1102', 12_000],
      ['LS-1003', 1_000],
    ])
    const stranger = await (await portal.as('sales_rep')).get(`/api/order-frequent-items?customerId=999999`)
    expect(stranger.status).toBe(404)
  })

  it('is not offered while it is unavailable for long', async () => {
    const product = await portal.db('products').where({ code: 'LS-1003' }).first('id')
    const { body } = await (await portal.as('master_admin')).post('/api/masters/perennial-non-available-items', {
      productId: product.id,
      message: 'No raw material',
      validFrom: today(),
    })
    expect((await offered()).map(({ code }: { code: string }) => code)).toEqual(['LS-1001', 'LS-1102'])
    expect(await countFrequentItems(portal.db)).toBe(1)
    await portal.db('perennial_non_available_items').where({ id: body.id }).delete()
    expect(await countFrequentItems(portal.db)).toBe(1)
  })

  it('leaves the list when it is no longer ordered, unless pinned', async () => {
    const row = await portal.db('frequently_purchased_items').where({ source: 'COMPUTED', isActive: 1 }).first()
    const pinned = await asha.post('/api/masters/frequently-purchased-items/actions', {
      action: 'pin',
      rows: [{ id: row.id, rowVersion: row.rowVersion }],
    })
    expect(pinned.status).toBe(201)
    await change({ orderDate: addDays(today(), -181) })
    await countFrequentItems(portal.db)
    expect(await listed()).toContainEqual(['LS-1003', 'PINNED', 0])
    const now = await portal.db('frequently_purchased_items').where({ id: row.id }).first()
    await asha.post('/api/masters/frequently-purchased-items/actions', {
      action: 'unpin',
      rows: [{ id: now.id, rowVersion: now.rowVersion }],
    })
    await countFrequentItems(portal.db)
    expect((await listed()).flat()).not.toContain('LS-1003')
  })

  it('is maintained by the customer, only for themselves', async () => {
    const buyer = await portal.as('customer')
    const product = await portal.db('products').where({ code: 'LS-1005' }).first('id')
    const own = await buyer.post('/api/masters/frequently-purchased-items', { customerId, productId: product.id })
    expect([own.status, own.body.source]).toEqual([201, 'PINNED'])
    const other = await portal.db('customer').where({ code: '100102' }).first('id')
    const foreign = { customerId: other.id, productId: product.id }
    expect((await buyer.post('/api/masters/frequently-purchased-items', foreign)).status).toBe(403)
  })
})

describe('a nightly job', () => {
  it('runs once a night, from its hour on, in one process', async () => {
    const name = `test-${randomUUID().slice(0, 8)}`
    let done = 0
    const jobs = [{ name, at: '04:00', work: async () => ++done }]
    const log = { info() {}, error() {} } as never
    const at = async (time: string) => {
      setClock(time)
      await Promise.all([runDue(portal.db, log, jobs), runDue(portal.db, log, jobs)])
      return done
    }
    try {
      expect(await at('2026-11-20T22:00:00.000Z')).toBe(0)
      expect(await at('2026-11-20T22:31:00.000Z')).toBe(1)
      expect(await at('2026-11-21T10:00:00.000Z')).toBe(1)
      expect(await at('2026-11-21T22:31:00.000Z')).toBe(2)
    } finally {
      setClock(null)
    }
  })
})
