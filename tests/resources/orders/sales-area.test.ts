import fc from 'fast-check'
import { expect, it } from 'vitest'
import { salesAreaOf } from '../../../resources/orders/quote/sales-area.ts'
import { salesArea } from '../../support/orders/order-rows.ts'

const buyer = { id: 1, channelId: 11 }
const unit = { salesOrg: '1000', division: '10' }

it('the sales area of an order is that of the buyer’s usual channel, or else another of the SBU', () => {
  expect(salesAreaOf([salesArea({ id: 2, channelId: 10 }), salesArea()], buyer, unit)?.id).toBe(1)
  expect(salesAreaOf([salesArea({ id: 2, channelId: 10 })], buyer, unit)?.id).toBe(2)
  expect(salesAreaOf([salesArea({ isDeleted: true }), salesArea({ id: 2, channelId: 10 })], buyer, unit)?.id).toBe(2)
  expect(salesAreaOf([salesArea({ isDeleted: true })], buyer, unit)?.id).toBe(1)
})

it('the sales area of an order is always the buyer’s own and that of the SBU, whatever the order of the rows', () => {
  const any = fc.array(
    fc.record({
      id: fc.nat(50),
      customerId: fc.constantFrom(1, 2),
      salesOrg: fc.constantFrom('1000', '2000'),
      division: fc.constantFrom('10', '20'),
      channelId: fc.integer({ min: 10, max: 13 }),
      isDeleted: fc.boolean(),
    }),
  )
  fc.assert(
    fc.property(any, rows => {
      const areas = rows.map(salesArea)
      const found = salesAreaOf(areas, buyer, unit)
      const own = areas.filter(row => row.customerId === 1 && row.salesOrg === '1000' && row.division === '10')
      expect(found === null).toBe(own.length === 0)
      if (found) expect(own).toContain(found)
      if (found?.isDeleted) expect(own.every(row => row.isDeleted)).toBe(true)
      expect(salesAreaOf([...areas].reverse(), buyer, unit)?.channelId).toBe(found?.channelId)
    }),
  )
})
