import fc from 'fast-check'
import { expect, it } from 'vitest'
import { belowList, ladderOf, placeOn } from '../../../resources/orders/approvals/price-ladder.ts'

const line = { productId: 1, netPrice: 127_600, listPrice: 145_000, priceUnit: 1, limitPrice: 126_000, asp: 139_000 }

it('the prices of a line are put in order, those that are equal together, each for one unit', () => {
  expect(ladderOf(line, [{ productId: 1, netPrice: 1_450_000, priceUnit: 10 }])).toEqual([
    { label: 'limit price', price: 126_000 },
    { label: 'this order', price: 127_600, isThis: true },
    { label: 'average', price: 139_000 },
    { label: 'list and paid last', price: 145_000 },
  ])
  expect(ladderOf({ ...line, limitPrice: null, asp: null }, [])).toHaveLength(2)
})

it('a price stands on the ladder between its lowest and highest, in their order', () => {
  const prices = fc.array(fc.integer({ min: 1, max: 10_000_000 }), { minLength: 2, maxLength: 5 })
  fc.assert(
    fc.property(prices, given => {
      const ladder = given.toSorted((one, other) => one - other).map(price => ({ label: '', price }))
      const places = ladder.map(({ price }) => placeOn(ladder, price))
      expect(places.every(place => place >= 6 && place <= 94)).toBe(true)
      expect(places).toEqual(places.toSorted((one, other) => one - other))
    }),
  )
})

it('what an order costs against list counts quantity and the unit of the price', () => {
  expect(belowList([{ ...line, qty: 24_000 }])).toBe(24 * 17_400)
  expect(belowList([{ ...line, priceUnit: 10, qty: 24_000 }])).toBe(41_760)
})
