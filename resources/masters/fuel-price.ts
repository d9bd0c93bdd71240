import { freightTables } from '../access.ts'
import { date, money, text } from '../define/fields.ts'
import { type Row, resource } from '../define/resource.ts'

/** The price of diesel that counts in a month for the fuel adjustment of freight contracts. */
export const fuelPrice = resource({
  group: 'masters',
  name: 'fuel-price',
  title: 'Fuel Prices',
  one: 'fuel price',
  purpose: 'The price of diesel by month, which freight contracts follow.',
  fields: {
    month: date({ label: 'Month', hint: 'Its first day; it counts until a later month has a price' }),
    price: money({ min: 0.01, max: 1_000, label: 'Price per litre' }),
    source: text({ audience: 'readers', max: 120, optional: true, hint: 'Such as the oil company and the city' }),
  },
  key: ['month'],
  list: ['month', 'price', 'source'],
  sort: ['-month'],
  rules: [
    {
      field: 'month',
      code: 'FORMAT',
      message: 'must be the first day of a month',
      check: ({ month }) => month.endsWith('-01'),
    },
  ],
  access: freightTables,
  everyRow: ['DISPATCH'],
})

export type FuelPrice = Row<typeof fuelPrice>
