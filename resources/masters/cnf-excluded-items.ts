import { sourcing } from '../access.ts'
import { cnf } from '../access-control/cnf.ts'
import { effectivePeriod, reference, text } from '../define/fields.ts'
import { resource } from '../define/resource.ts'
import { products } from './products.ts'

/** What a CnF must not supply, whatever the mappings say: sourcing skips it and records why. */
export const cnfExcludedItems = resource({
  group: 'masters',
  name: 'cnf-excluded-items',
  title: 'CnF Excluded Items',
  one: 'excluded item',
  purpose: 'The products that a CnF must not supply.',
  fields: {
    cnfId: reference(cnf),
    productId: reference(products),
    reason: text({ max: 100 }),
    ...effectivePeriod(),
  },
  key: ['cnfId', 'productId'],
  display: ['cnfId', 'productId'],
  list: ['cnfId', 'productId', 'reason', 'validFrom', 'validTo'],
  filters: ['cnfId'],
  search: ['reason'],
  sort: ['cnfId'],
  indexes: [['productId'], ['cnfId', 'productId']],
  access: sourcing,
  everyRow: ['DISPATCH'],
  whatIf: { lines: { productId: 'productId' } },
})
