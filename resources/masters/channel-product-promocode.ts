import { pricing } from '../access.ts'
import { choice, code, decimal, effectivePeriod, flag, integer, quantity, reference } from '../define/fields.ts'
import { type Row, resource } from '../define/resource.ts'
import { channel } from '../settings/channel.ts'
import { products } from './products.ts'

/** Pricing step D2: a code that the buyer enters. `discountValue` is in hundredths of a percent, or in paise a sales unit. */
export const channelProductPromocode = resource({
  group: 'masters',
  name: 'channel-product-promocode',
  title: 'Channel wise Product wise PromoCode',
  one: 'promo code',
  purpose: 'Promotional codes by channel and product, with discounts and how often they may be used.',
  fields: {
    promoCode: code({ max: 20, label: 'Promo code', hint: 'Letters and digits' }),
    channelId: reference(channel),
    productId: reference(products),
    discountType: choice(['PERCENT', 'AMOUNT_PER_UNIT']),
    discountValue: decimal({ scale: 2, min: 0.01, label: 'Discount', hint: 'Percent, or rupees a sales unit' }),
    minQty: quantity({ default: 0, label: 'From quantity' }),
    maxQtyPerCustomer: quantity({ optional: true, min: 0.001, label: 'Maximum quantity per customer' }),
    isCombinable: flag({ hint: 'Given on top of the standing discount; otherwise the lower price of the two counts' }),
    maxUses: integer({ optional: true, min: 1, label: 'Uses allowed', hint: 'Leave empty for no limit' }),
    usedCount: integer({ default: 0, server: true, label: 'Used' }),
    ...effectivePeriod(),
  },
  key: ['promoCode', 'channelId', 'productId'],
  display: ['promoCode', 'productId'],
  list: [
    'promoCode',
    'channelId',
    'productId',
    'discountType',
    'discountValue',
    'usedCount',
    'maxUses',
    'validFrom',
    'validTo',
  ],
  filters: ['channelId', 'promoCode'],
  search: ['promoCode'],
  sort: ['promoCode'],
  indexes: [['promoCode', 'channelId', 'productId'], ['productId'], ['channelId']],
  rules: [
    {
      field: 'promoCode',
      code: 'FORMAT',
      message: 'must be of letters A to Z and digits only',
      check: row => /^[A-Z0-9]+$/.test(row.promoCode),
    },
    {
      field: 'discountValue',
      code: 'RANGE',
      message: 'must be at most 100 when it is a percentage',
      check: row => row.discountType !== 'PERCENT' || row.discountValue <= 10_000,
    },
  ],
  access: pricing,
  whatIf: { lines: { channelId: 'channelId', productId: 'productId' } },
})

export type PromoCode = Row<typeof channelProductPromocode>
