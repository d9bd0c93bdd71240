import { percentOf } from '../resources/define/amounts.ts'
import { custShiptoProdPrice } from '../resources/masters/cust-shipto-prod-price.ts'
import { productDiscount } from '../resources/masters/product-discount.ts'
import { products } from '../resources/masters/products.ts'
import { productPrice } from '../resources/settings/product-price.ts'
import { pharmaProducts, processSolutions } from './products/products-bulk.ts'
import { lifeScience } from './products/products-ls.ts'
import type { SeedWriter } from './seed-writer.ts'

export const allProducts = [...lifeScience, ...processSolutions, ...pharmaProducts]

/** List prices of the direct channel, in paise: a bottle or kit of LS, a kilogram of PS and PH. */
const lists: Readonly<Record<string, number>> = {
  'LS-1001': 1_000_00,
  'LS-1002': 1_450_00,
  'LS-1003': 2_180_00,
  'LS-1004': 1_260_00,
  'LS-1005': 640_00,
  'LS-1006': 6_850_00,
  'LS-1007': 890_00,
  'LS-1008': 9_400_00,
  'LS-1101': 3_950_00,
  'LS-1102': 1_180_00,
  'LS-1103': 2_240_00,
  'LS-1104': 1_090_00,
  'LS-1201': 1_48_000_00,
  'LS-1301': 1_120_00,
  'LS-1302': 4_600_00,
  'LS-1303': 38_500_00,
  'LS-1401': 780_00,
  'LS-1402': 1_340_00,
  'PS-2001': 112_00,
  'PS-2002': 104_00,
  'PS-2003': 14_50,
  'PS-2004': 48_00,
  'PS-2005': 158_00,
  'PS-2006': 235_00,
  'PS-2007': 18_75,
  'PS-2008': 42_00,
  'PS-2009': 27_50,
  'PS-2010': 310_00,
  'PS-2011': 46_00,
  'PS-2012': 92_00,
  'PH-3001': 385_00,
  'PH-3002': 940_00,
  'PH-3003': 415_00,
  'PH-3101': 265_00,
  'PH-3102': 178_00,
  'PH-3103': 290_00,
  'PH-3104': 1_150_00,
  'PH-3105': 132_00,
  'PH-3106': 148_00,
}

/** Sold by quotation only until its launch, so without a list price. */
export const withoutListPrice = ['LS-1202']

/** Each channel's list as a share of the direct one, in hundredths of a percent. */
const channels = { '10': 100_00, '11': 100_00, '12': 95_00, '13': 92_00 }

export async function writeProducts({ write }: SeedWriter): Promise<void> {
  await write(products, allProducts)
  await write(
    productPrice,
    allProducts
      .flatMap(({ code, uom }) => {
        const list = lists[code!]
        if (list === undefined) return []
        return Object.entries(channels).map(([channel, share]) => ({
          channel,
          product: code!,
          listPrice: percentOf(list, share),
          uom: uom!,
        }))
      })
      // As the simulated SAP numbers them.
      .map((price, index) => ({ ...price, conditionRecord: `${index + 1}`, conditionTable: '304' })),
  )
}

/** Default discounts, and net prices agreed for one delivery address. */
export async function writeAgreedPrices({ write }: SeedWriter): Promise<void> {
  await write(productDiscount, [
    { product: 'LS-1001', discountPct: 5_00 },
    { product: 'LS-1101', discountPct: 3_00 },
    { product: 'LS-1101', minQty: 20_000, discountPct: 6_00 },
    { product: 'LS-1302', customerSegment: 'ACADEMIA', discountPct: 12_00 },
    { materialPricingGroup: '01', customerSegment: 'ACADEMIA', discountPct: 7_50 },
    { materialPricingGroup: '02', customerSegment: 'DEALER', discountPct: 10_00 },
    { materialPricingGroup: '03', discountPct: 2_00 },
    { materialPricingGroup: '06', customerSegment: 'GOVT', discountPct: 4_00 },
    { materialPricingGroup: '08', customerSegment: 'PHARMA', discountPct: 3_50 },
  ])
  await write(custShiptoProdPrice, [
    {
      customer: '100101',
      shipTo: '200101',
      product: 'LS-1102',
      netPrice: 1_045_00,
      approvedRef: 'Supply agreement 2026-27',
    },
    {
      customer: '100101',
      shipTo: '200101',
      product: 'LS-1102',
      minQty: 50_000,
      netPrice: 990_00,
      approvedRef: 'Supply agreement 2026-27',
    },
    { customer: '100103', shipTo: '200105', product: 'PS-2001', netPrice: 106_50, approvedRef: 'Mail of 18-03-2026' },
    { customer: '100110', shipTo: '200119', product: 'PH-3103', netPrice: 268_00, approvedRef: 'Rate note PH/114' },
  ])
}
