import { organisation } from '../access.ts'
import { code, percent, text } from '../define/fields.ts'
import { resource } from '../define/resource.ts'

/** SAP's KONDM groups, each with a discount cap that no approval can pass. */
export const materialPricingGroup = resource({
  group: 'masters',
  name: 'material-pricing-group',
  title: 'Material Pricing Group',
  purpose: 'The SAP pricing groups of products, each with the largest manual discount it allows.',
  fields: {
    code: code({ max: 2 }),
    description: text({ max: 60 }),
    maxManualDiscountPct: percent({
      default: 10_000,
      label: 'Largest manual discount',
      hint: 'No approval can pass it',
    }),
  },
  key: ['code'],
  display: ['code', 'description'],
  list: ['code', 'description', 'maxManualDiscountPct'],
  search: ['code', 'description'],
  access: organisation,
  everyRow: ['DISPATCH'],
})
