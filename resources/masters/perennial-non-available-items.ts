import { orderControl } from '../access.ts'
import { choice, date, effectivePeriod, reference, text } from '../define/fields.ts'
import { resource } from '../define/resource.ts'
import { plant } from '../settings/plant.ts'
import { products } from './products.ts'

/** What cannot be supplied for a long time, at one plant or at all, and what to take instead. */
export const perennialNonAvailableItems = resource({
  group: 'masters',
  name: 'perennial-non-available-items',
  title: 'Perennial Non Available Items',
  one: 'non-available item',
  purpose: 'The products that cannot be supplied for a long time, with a substitute.',
  fields: {
    productId: reference(products),
    plantId: reference(plant, { optional: true, hint: 'Leave empty for every plant' }),
    action: choice(['BLOCK', 'WARN'], { default: 'BLOCK', hint: 'BLOCK refuses the line, WARN only shows a warning' }),
    message: text({ max: 255 }),
    substituteProductId: reference(products, { optional: true, label: 'Substitute' }),
    expectedAvailableOn: date({ optional: true }),
    ...effectivePeriod(),
  },
  key: ['productId', 'plantId'],
  display: ['productId', 'plantId'],
  list: ['productId', 'plantId', 'action', 'substituteProductId', 'expectedAvailableOn', 'validFrom', 'validTo'],
  filters: ['action', 'productId.sbuId'],
  search: ['message'],
  sort: ['productId'],
  indexes: [['productId'], ['substituteProductId']],
  rules: [
    {
      field: 'substituteProductId',
      message: 'must be another product',
      check: row => row.substituteProductId === null || row.substituteProductId !== row.productId,
    },
  ],
  access: orderControl,
  everyRow: ['DISPATCH'],
})
