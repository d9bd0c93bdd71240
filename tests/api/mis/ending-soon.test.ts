/** @module-tag sql */
import { beforeAll, describe, expect, it } from 'vitest'
import { countOrders } from '../../../api/mis/facts/order-fact.ts'
import { today } from '../../../api/platform/clock.ts'
import { addDays, FOREVER } from '../../../resources/define/dates.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { endingMasters } from '../../../resources/mis/orders/ending-masters.ts'
import { order } from '../../../resources/orders/order.ts'
import { orderLine } from '../../../resources/orders/order-line.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { personWith } from '../../support/people.ts'
import { type ApiClient, emptyPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(emptyPortal)
const PATH = '/api/mis/ending-soon'
const soon = addDays(today(), 20)
let auditor: ApiClient
beforeAll(async () => {
  auditor = await personWith(portal, ['AUDITOR'])
})

const masterAt = (name: string) => endingMasters.find(({ resource }) => resource.name === name)!
const idOf = (name: string, id: number) => id * endingMasters.length + endingMasters.indexOf(masterAt(name))
const found = async (who: ApiClient, name: string, id: number) =>
  (await who.get(`${PATH}?id=${idOf(name, id)}`)).body.data
const ending = (name: string, more: object = {}) =>
  exampleRow(portal.db, masterAt(name).resource as Resource, { validTo: soon, ...more })

/** An order line of so many rupees, with what is counted of it. */
async function ordered(
  values: { customerId: number; productId: number; netValue: number; day?: string },
  line: object,
) {
  const { customerId, productId, netValue, day = addDays(today(), -30) } = values
  const placed = await exampleRow(portal.db, order, {
    status: 'APPROVED',
    customerId,
    soldToId: customerId,
    orderDate: day,
  })
  const { id } = await exampleRow(portal.db, orderLine, {
    ...{ orderId: placed.id, productId, soldToId: customerId, netValue, listPrice: netValue, qty: 1_000 },
    ...line,
  })
  await countOrders(portal.db, [placed.id])
  return id
}

describe('what ends soon', () => {
  it('is a price that ends within 90 days and that no other follows, with what was ordered by it in a year', async () => {
    const price = await ending('cust-shipto-prod-price')
    const of = { customerId: price.customerId as number, productId: price.productId as number }
    const by = { priceSource: 'SHIP_TO_PRICE', priceSourceId: price.id }
    await ordered({ ...of, netValue: 1_000_00 }, by)
    await ordered({ ...of, netValue: 500_00 }, by)
    await ordered({ ...of, netValue: 70_00 }, { priceSource: 'LIST', priceSourceId: price.id })
    await ordered({ ...of, netValue: 90_00, day: addDays(today(), -366) }, by)
    expect(await found(auditor, 'cust-shipto-prod-price', price.id)).toMatchObject([
      {
        listName: 'Customer ShipTo Product Wise Price',
        ...of,
        validTo: soon,
        daysLeft: 20,
        orders: 2,
        netValue: 1_500_00,
      },
    ])
  })

  it('is not what ends later, has ended, or is followed', async () => {
    const later = await ending('product-discount', { validTo: addDays(today(), 91) })
    const over = await ending('product-discount', { validTo: addDays(today(), -1) })
    const followed = await ending('product-discount')
    const { productId, materialPricingGroupId, customerSegmentId, minQty } = followed
    const key = { productId, materialPricingGroupId, customerSegmentId, minQty }
    await ending('product-discount', { ...key, validFrom: addDays(soon, 1), validTo: FOREVER })
    const unfollowed = await ending('product-discount')
    const ids = await Promise.all(
      [later, over, followed, unfollowed].map(async ({ id }) => (await found(auditor, 'product-discount', id)).length),
    )
    expect(ids).toEqual([0, 0, 0, 1])
  })

  it.each(endingMasters.map(({ resource }) => resource.name))('has rows of %s', async name => {
    const { status } = masterAt(name)
    const row = await ending(name, status ? { status } : {})
    expect(await found(auditor, name, row.id)).toMatchObject([{ validTo: soon, daysLeft: 20 }])
  })

  it('is told to who reads the list that it is of', async () => {
    const lane = await ending('transporter-mapping')
    const limit = await ending('approving-limits')
    const finance = await personWith(portal, ['FINANCE'])
    expect(await found(finance, 'transporter-mapping', lane.id)).toHaveLength(1)
    expect(await found(finance, 'approving-limits', limit.id)).toHaveLength(0)
  })
})
