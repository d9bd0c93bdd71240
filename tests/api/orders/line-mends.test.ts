import { describe, expect, it } from 'vitest'
import { exampleOrderInput } from '../../support/orders/example-order.ts'
import { personWith } from '../../support/people.ts'
import { demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
const asha = portal.person('asha')

const SOURCES = [
  'product_wise_toll_center',
  'distributor_product_cnf_mapping',
  'channel_product_cnf',
  'cnf_product_map',
  'sbu_wise_cnf',
  'default_supply_plant',
]
/** Switches off every list price of LS-1001 and every row of the maps for the time of the work. */
async function withoutMasters(work: () => Promise<void>) {
  const { db } = portal
  const { id } = await db('products').where({ code: 'LS-1001' }).first('id')
  const prices = () => db('product_price').where({ productId: id })
  const active = new Map<string, number[]>()
  for (const table of SOURCES) active.set(table, await db(table).where({ isActive: 1 }).pluck('id'))
  await prices().update({ isActive: 0 })
  for (const table of SOURCES) await db(table).update({ isActive: 0 })
  try {
    await work()
  } finally {
    await prices().update({ isActive: 1 })
    for (const [table, ids] of active) await db(table).whereIn('id', ids).update({ isActive: 1 })
  }
}

describe('a line for which the rules find no price and no plant', () => {
  it('names the forms that close it, filled in, in its faults and in Explain', async () => {
    const input = await exampleOrderInput(portal, asha)
    const { channelId } = await portal.db('customer').where({ id: input.customerId }).first('channelId')
    const { stateId } = await portal.db('ship_to').where({ id: input.shipToId }).first('stateId')
    const product = await portal.db('products').where({ code: 'LS-1001' }).first('id', 'sbuId', 'uom')
    await withoutMasters(async () => {
      const { body } = await asha.post('/api/quotes', { ...input, explain: [0] })
      const mends = {
        price: [
          {
            label: 'Enter a list price',
            resource: 'settings/product-price',
            values: { productId: product.id, channelId, uom: product.uom },
          },
          { label: 'Take the product off sale', resource: 'masters/products', id: product.id },
        ],
        source: [
          {
            label: 'Map a CnF',
            resource: 'masters/channel-product-cnf',
            values: { channelId, productId: product.id, stateId },
          },
          {
            label: 'Give a default plant',
            resource: 'masters/default-supply-plant',
            values: { sbuId: product.sbuId, channelId },
          },
        ],
      }
      expect(body.lines[0].mends).toEqual(mends)
      const of = (code: string) => body.faults.find((fault: { code: string }) => fault.code === code)
      expect(of('NO_PRICE').mends).toEqual(mends.price)
      expect(of('NO_SOURCE').mends).toEqual(mends.source)
    })
  })

  it('names none to a customer, and none where price and plant were found', async () => {
    const input = await exampleOrderInput(portal, asha)
    const buyer = await personWith(portal, ['CUSTOMER'], { customerId: input.customerId })
    const { poAttachmentId: _, ...own } = input
    await withoutMasters(async () => {
      const { status, body } = await buyer.post('/api/quotes', own)
      expect(status).toBe(201)
      expect(JSON.stringify(body)).not.toContain('mends')
    })
    const told = JSON.stringify((await asha.post('/api/quotes', input)).body)
    expect(told.replaceAll('"mends":null', '')).not.toContain('mends')
  })
})
