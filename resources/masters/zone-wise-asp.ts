import { pricing } from '../access.ts'
import { action } from '../define/action.ts'
import { choice, effectivePeriod, money, reference } from '../define/fields.ts'
import { type Row, resource } from '../define/resource.ts'
import { zone } from '../settings/zone.ts'
import { products } from './products.ts'

/** The average price that a product was sold at in the zone of the ship-to; discounts are measured against it. */
export const zoneWiseAsp = resource({
  group: 'masters',
  name: 'zone-wise-asp',
  title: 'Zone wise ASP',
  one: 'average selling price',
  purpose: 'The average selling price of each product in each zone, against which discounts are judged.',
  fields: {
    zoneId: reference(zone),
    productId: reference(products),
    asp: money({ min: 0.01, label: 'ASP', hint: 'Average selling price of one sales unit' }),
    basis: choice(['MANUAL', 'COMPUTED'], {
      default: 'MANUAL',
      server: true,
      hint: 'COMPUTED: from the invoices of the last 90 days',
    }),
    ...effectivePeriod(),
  },
  key: ['zoneId', 'productId'],
  display: ['zoneId', 'productId'],
  list: ['zoneId', 'productId', 'asp', 'basis', 'validFrom', 'validTo'],
  filters: ['zoneId', 'productId.sbuId'],
  sort: ['productId', 'zoneId'],
  indexes: [['productId', 'zoneId'], ['zoneId']],
  actions: {
    compute: action({
      label: 'Compute from last 90 days invoices',
      letter: 'C',
      on: 'list',
      confirm: 'Averages of what was invoiced in the last 90 days will count from the 1st of next month. Compute them?',
    }),
  },
  access: pricing,
  whatIf: { lines: { productId: 'productId' } },
})

export type ZoneAsp = Row<typeof zoneWiseAsp>
