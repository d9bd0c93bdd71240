import { orderControl } from '../access.ts'
import { choice, effectivePeriod, money, reference } from '../define/fields.ts'
import { resource } from '../define/resource.ts'
import { zone } from '../settings/zone.ts'
import { carriedModes } from '../trade.ts'
import { products } from './products.ts'

/** The freight charge where freight is BILLED; a row for the ship-to’s zone is preferred to one for every zone. */
export const articleFreight = resource({
  group: 'masters',
  name: 'article-freight',
  title: 'Article TransMode wise Freight Price',
  one: 'freight price',
  purpose: 'The freight charged for a product by each mode of transport.',
  fields: {
    productId: reference(products),
    transMode: choice(carriedModes, { label: 'Mode of transport' }),
    zoneId: reference(zone, {
      optional: true,
      hint: 'The zone of the ship-to. Leave empty for every zone; a row with a zone takes precedence',
    }),
    rateBasis: choice(['PER_UNIT', 'PER_KG', 'PER_LINE']),
    rate: money({ min: 0 }),
    minCharge: money({ min: 0, default: 0, label: 'Minimum charge', hint: 'The minimum that is charged for a line' }),
    ...effectivePeriod(),
  },
  key: ['productId', 'transMode', 'zoneId'],
  display: ['productId', 'transMode'],
  list: ['productId', 'transMode', 'zoneId', 'rateBasis', 'rate', 'minCharge', 'validFrom', 'validTo'],
  filters: ['transMode', 'productId.sbuId', 'zoneId'],
  sort: ['productId'],
  indexes: [['productId', 'transMode'], ['zoneId']],
  access: orderControl,
  everyRow: ['DISPATCH'],
})
