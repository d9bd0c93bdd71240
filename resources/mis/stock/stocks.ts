import { stockReport } from '../../access.ts'
import { date, flag, instant, integer, quantity, reference } from '../../define/fields.ts'
import { report } from '../../define/report.ts'
import { products } from '../../masters/products.ts'
import { plant } from '../../settings/plant.ts'

/** What each plant has of each product in its base unit, what orders reserve of it, and how long the rest lasts. */
export const stocks = report({
  name: 'stocks',
  title: 'Stock Report',
  purpose:
    'Stock of each product at each plant today, in base units: unrestricted, reserved, available and days of cover.',
  fields: {
    plantId: reference(plant),
    productId: reference(products),
    batches: integer({ label: 'Batches', hint: 'With stock' }),
    firstExpiry: date({
      optional: true,
      label: 'First expiry',
      hint: 'The earliest expiry among the batches with stock',
    }),
    unrestrictedQty: quantity({ label: 'Unrestricted' }),
    reservedQty: quantity({
      label: 'Reserved',
      hint: 'Open quantities of approved orders that are sourced here',
    }),
    availableQty: quantity({ label: 'Available' }),
    reorderLevelQty: quantity({ optional: true, label: 'Reorder level' }),
    isBelowReorder: flag({ label: 'Below reorder level' }),
    coverDays: integer({
      optional: true,
      label: 'Days of stock',
      hint: 'Days the stock lasts at the invoiced rate of the last 90 days',
    }),
    asOn: instant({ label: 'As on', hint: 'When SAP last reported a different quantity' }),
  },
  display: ['plantId', 'productId'],
  list: [
    'plantId',
    'productId',
    'productId.baseUom',
    'batches',
    'firstExpiry',
    'unrestrictedQty',
    'reservedQty',
    'availableQty',
    'reorderLevelQty',
    'isBelowReorder',
    'coverDays',
    'asOn',
  ],
  filters: ['plantId', 'productId', 'productId.sbuId', 'isBelowReorder', 'coverDays', 'firstExpiry'],
  // Quantities of different units are never added up.
  groups: ['plantId', 'productId.sbuId', 'isBelowReorder', 'productId'],
  search: [],
  sort: ['plantId', 'productId'],
  facts: true,
  access: stockReport,
  within: { DISPATCH: { plantId: 'myPlants' } },
})
