import { limits } from '../access.ts'
import { confirmation, effectivePeriod, money, percent, reference } from '../define/fields.ts'
import { resource } from '../define/resource.ts'
import { channel } from '../settings/channel.ts'
import { products } from './products.ts'

/**
 * The limit price of a product: a lower price needs approval. A row counts only once a second person has confirmed it
 * (four eyes); a row of the order’s channel is preferred to one for every channel.
 */
export const productwiseLimitPrice = resource({
  group: 'masters',
  name: 'productwise-limit-price',
  title: 'Product-wise Limit Price',
  one: 'limit price',
  purpose: 'The lowest price of each product that needs no approval.',
  fields: {
    productId: reference(products),
    channelId: reference(channel, {
      optional: true,
      hint: 'Leave empty for every channel; a row with a channel takes precedence',
    }),
    limitPrice: money({ min: 0.01 }),
    ...confirmation(),
    ...effectivePeriod(),
  },
  key: ['productId', 'channelId'],
  display: ['productId', 'channelId'],
  leads: ['productId', 'limitPrice', 'confirmStatus', 'validTo', 'listPrice', 'channelId'],
  list: ['productId', 'channelId', 'limitPrice', 'listPrice', 'gapPct', 'confirmStatus', 'validFrom', 'validTo'],
  filters: ['productId.sbuId', 'channelId'],
  computed: {
    listPrice: money({ reads: ['product-price'] }),
    gapPct: percent({ min: -999.99, label: 'Below list', reads: ['product-price'] }),
  },
  sort: ['productId'],
  indexes: [['productId', 'channelId'], ['channelId']],
  access: limits,
  whatIf: { lines: { productId: 'productId', channelId: 'channelId' }, once: { confirmStatus: 'CONFIRMED' } },
})
