import { sourcing } from '../access.ts'
import { cnf } from '../access-control/cnf.ts'
import { effectivePeriod, integer, quantity, reference } from '../define/fields.ts'
import { resource } from '../define/resource.ts'
import { products } from './products.ts'
import { usedThisMonth } from './used-this-month.ts'

/** Sourcing step S4: of the CnFs that stock an article and serve the ship-to’s state, the lowest priority supplies. */
export const cnfProductMap = resource({
  group: 'masters',
  name: 'cnf-product-map',
  title: 'Map Article to CnF',
  one: 'CnF of a product',
  purpose: 'Which CnFs stock a product, in which priority they supply it, and when they reorder.',
  fields: {
    cnfId: reference(cnf),
    productId: reference(products),
    priority: integer({ min: 1, max: 9, default: 1, hint: '1 supplies first' }),
    reorderLevelQty: quantity({ optional: true, label: 'Reorder level', hint: 'Stock below this level is flagged' }),
    ...effectivePeriod(),
  },
  key: ['cnfId', 'productId'],
  display: ['cnfId', 'productId'],
  list: ['cnfId', 'productId', 'priority', 'reorderLevelQty', 'usedThisMonth', 'validFrom', 'validTo'],
  computed: { usedThisMonth },
  filters: ['cnfId', 'productId.sbuId'],
  sort: ['productId', 'priority'],
  indexes: [
    ['productId', 'priority'],
    ['cnfId', 'productId'],
  ],
  access: sourcing,
  everyRow: ['DISPATCH'],
  whatIf: { lines: { productId: 'productId' } },
})
