import { sourcing } from '../access.ts'
import { cnf } from '../access-control/cnf.ts'
import { effectivePeriod, reference } from '../define/fields.ts'
import { resource } from '../define/resource.ts'
import { channel } from '../settings/channel.ts'
import { products } from './products.ts'
import { state } from './state.ts'
import { usedThisMonth } from './used-this-month.ts'

/**
 * Sourcing step S3: the CnF of a product in a channel; a row for the ship-to’s state is preferred to one for every
 * state.
 */
export const channelProductCnf = resource({
  group: 'masters',
  name: 'channel-product-cnf',
  title: 'Channel wise Product wise CnF mapping',
  one: 'CnF of a channel and product',
  purpose: 'Which CnF supplies a product in a channel.',
  fields: {
    channelId: reference(channel),
    productId: reference(products),
    stateId: reference(state, {
      optional: true,
      aliases: ['gst_state_code'],
      hint: 'Leave empty for every state; a row with a state takes precedence',
    }),
    cnfId: reference(cnf),
    ...effectivePeriod(),
  },
  key: ['channelId', 'productId', 'stateId'],
  display: ['channelId', 'productId'],
  list: ['channelId', 'productId', 'stateId', 'cnfId', 'usedThisMonth', 'validFrom', 'validTo'],
  computed: { usedThisMonth },
  filters: ['channelId', 'cnfId', 'productId.sbuId'],
  sort: ['channelId', 'productId'],
  indexes: [['productId', 'channelId'], ['cnfId']],
  access: sourcing,
  everyRow: ['DISPATCH'],
  whatIf: { lines: { channelId: 'channelId', productId: 'productId', stateId: 'stateId' } },
})
