import type { Author } from '../api/derive/save/author.ts'
import { customerWiseProductWisePrice } from '../resources/channel-13-masters/customer-wise-product-wise-price.ts'
import { channelProductPromocode } from '../resources/masters/channel-product-promocode.ts'
import { productwiseLimitPrice } from '../resources/masters/productwise-limit-price.ts'
import { zoneWiseAsp } from '../resources/masters/zone-wise-asp.ts'
import { user } from '../resources/settings/user.ts'
import { lastOfMonth } from './demo-days.ts'
import type { SeedWriter } from './seed-writer.ts'

/** Limit prices, in paise; with a channel where it is lower there. */
const limitPrices: readonly (readonly [product: string, limitPrice: number, channel?: string])[] = [
  ['LS-1001', 880_00],
  ['LS-1002', 1_260_00],
  ['LS-1003', 1_900_00],
  ['LS-1003', 1_780_00, '12'],
  ['LS-1101', 3_480_00],
  ['LS-1102', 960_00],
  ['LS-1302', 3_900_00],
  ['PS-2001', 101_00],
  ['PS-2012', 84_00],
  ['PH-3103', 255_00],
]

/** Average selling prices in a zone, in paise. */
const averages: readonly (readonly [product: string, zone: string, asp: number])[] = [
  ['LS-1001', 'WEST', 960_00],
  ['LS-1001', 'NORTH', 972_00],
  ['LS-1001', 'SOUTH', 955_00],
  ['LS-1002', 'WEST', 1_390_00],
  ['LS-1101', 'WEST', 3_790_00],
  ['LS-1102', 'WEST', 1_120_00],
  ['PS-2001', 'WEST', 109_40],
  ['PS-2012', 'EAST', 89_10],
]

/** Prices of channel 13, promo codes, limit prices with four eyes, and the averages by which discounts are measured. */
export async function writePriceRules({ write, idOf }: SeedWriter, author: Author): Promise<void> {
  await write(customerWiseProductWisePrice, [
    { customer: '100110', product: 'PH-3101', netPrice: 238_00 },
    { customer: '100110', product: 'PH-3101', minQty: 500_000, netPrice: 231_00 },
    { customer: '100110', product: 'PH-3102', netPrice: 158_50 },
    { customer: '100110', product: 'PH-3104', netPrice: 1_020_00 },
  ])
  await write(channelProductPromocode, [
    {
      promoCode: 'DIWALI26',
      channel: '10',
      product: 'LS-1002',
      discountType: 'PERCENT',
      discountValue: 7_00,
      maxUses: 200,
    },
    {
      promoCode: 'DIWALI26',
      channel: '11',
      product: 'LS-1002',
      discountType: 'PERCENT',
      discountValue: 7_00,
      maxUses: 200,
    },
    {
      promoCode: 'SOLVENT5',
      channel: '11',
      product: 'LS-1101',
      discountType: 'PERCENT',
      discountValue: 5_00,
      minQty: 4_000,
      isCombinable: true,
    },
    {
      promoCode: 'PCRLAB',
      channel: '12',
      product: 'LS-1302',
      discountType: 'AMOUNT_PER_UNIT',
      discountValue: 350_00,
      maxQtyPerCustomer: 20_000,
    },
    {
      promoCode: 'MONSOON25',
      channel: '10',
      product: 'PS-2012',
      discountType: 'PERCENT',
      discountValue: 4_00,
      validTo: lastOfMonth(-14),
    },
  ])
  await write(
    productwiseLimitPrice,
    limitPrices.map(([product, limitPrice, channel = null]) => ({
      product,
      channel,
      limitPrice,
      confirmStatus: 'CONFIRMED' as const,
      confirmedBy: 'pricing_approver',
    })),
    { ...author, id: idOf(user, 'master_admin') },
  )
  await write(
    zoneWiseAsp,
    averages.map(([product, zone, asp]) => ({ product, zone, asp })),
  )
}
