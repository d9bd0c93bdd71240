import { sum } from '../../../resources/define/amounts.ts'
import type { Row } from '../../../resources/define/resource.ts'
import { percentText, quantityText, rupeesPer } from '../../../resources/define/show.ts'
import { products } from '../../../resources/masters/products.ts'
import { nameIn } from '../../derive/record/names.ts'
import type { RecordHeader, Words } from '../../derive/record/record-header.ts'
import { countText, plainDay } from '../../derive/record/when.ts'

export type ProductRow = Row<typeof products> & { texts?: Record<string, string | null | undefined> }

/** What the header of a product says besides the row; what is not read is absent. */
export interface BesideProduct {
  today: string
  prices?:
    | readonly { channelId: number; listPrice: number; priceUnit: number; texts: { channelId?: string | undefined } }[]
    | undefined
  /** Those in force; without a channel for all of them. */
  limits?: readonly { channelId: number | null; limitPrice: number }[] | undefined
  stock?:
    | readonly { plantId: number; batchNo: string | null; unrestrictedQty: number; expiryDate: string | null }[]
    | undefined
}

function nextOf(row: ProductRow, { stock, prices, today }: BesideProduct): Words | null {
  if (row.sapDeleted) return [{ strong: 'SAP has deleted this product.' }]
  if (row.sapSalesStatus) return [{ strong: `SAP blocks its sale: status ${row.sapSalesStatus}.` }]
  if (row.toComplete) return [{ strong: `Still to complete: ${row.toComplete}.` }]
  if (prices?.length === 0) return [{ strong: 'It has no list price today, so it cannot be ordered.' }]
  const held = (stock ?? []).filter(({ unrestrictedQty }) => unrestrictedQty > 0)
  const [first] = held
    .filter(({ expiryDate }) => expiryDate)
    .toSorted((one, other) => one.expiryDate!.localeCompare(other.expiryDate!))
  if (stock && held.length === 0)
    return [
      { strong: 'No plant has stock.' },
      row.substituteProductId ? ` ${row.texts?.substituteProductId} is offered instead.` : '',
    ]
  return [
    `Nothing is missing.${first?.batchNo ? ` Batch ${first.batchNo} is the first to expire, on ${plainDay(first.expiryDate!, today)}.` : ''}`,
  ]
}

/** A product: its name, its list price, and what keeps it from being ordered. */
export const productHeader: RecordHeader<ProductRow, BesideProduct> = {
  resource: products,
  who: { of: ['name'], say: ({ name }) => name },
  keys: [
    { of: ['code'], say: ({ code }) => code },
    { of: ['packSize'], say: ({ packSize }) => packSize },
    { of: ['sbuId'], say: ({ texts }) => nameIn(texts?.sbuId) },
    { of: ['casNo'], say: ({ casNo }) => casNo && `CAS ${casNo}` },
  ],
  amount: {
    of: ['code'],
    say: (_, { prices }) => {
      const [price] = prices ?? []
      return (
        price && {
          value: rupeesPer(price.listPrice, price.priceUnit),
          small: `list price, ${nameIn(price.texts.channelId).toLowerCase() || 'each'}`,
        }
      )
    },
  },
  state: {
    of: ['isOrderable'],
    say: ({ isActive, isOrderable, sapDeleted, sapSalesStatus }) => {
      if (!isActive) return { tone: 'end', word: 'Inactive' }
      if (sapDeleted || sapSalesStatus) return { tone: 'bad', word: 'Blocked in SAP' }
      return isOrderable ? { tone: 'calm', word: 'On sale' } : { tone: 'end', word: 'Not on sale' }
    },
  },
  next: { of: ['code'], say: nextOf },
  facts: [
    {
      label: 'Stock',
      of: ['uom'],
      say: ({ uom }, { stock }) => {
        if (!stock) return null
        const held = stock.filter(({ unrestrictedQty }) => unrestrictedQty > 0)
        const plants = new Set(held.map(({ plantId }) => plantId)).size
        const batches = new Set(held.map(({ batchNo }) => batchNo)).size
        return {
          value: `${quantityText(sum(held.map(({ unrestrictedQty }) => unrestrictedQty)))} ${uom}`,
          small: `in ${countText(plants, 'plant')}, ${countText(batches, 'batch', 'batches')}`,
          bad: held.length === 0,
        }
      },
    },
    {
      label: 'Limit price',
      of: ['code'],
      say: (_, { limits, prices }) => {
        const [price] = prices ?? []
        if (!price) return null
        // Of the channel whose list price is shown above.
        const limit =
          limits?.find(one => one.channelId === price.channelId) ?? limits?.find(one => one.channelId === null)
        if (!limit) return null
        const under = Math.round(((price.listPrice - limit.limitPrice) * 10_000) / Math.max(1, price.listPrice))
        return {
          value: rupeesPer(limit.limitPrice, price.priceUnit),
          small: under > 0 ? `${percentText(under)} under list` : null,
        }
      },
    },
    {
      label: 'Ordered in',
      of: ['packQty', 'uom', 'minOrderQty'],
      say: ({ packQty, uom, minOrderQty, maxOrderQty }) => ({
        value: `${quantityText(packQty)} ${uom}`,
        small: [
          minOrderQty > 0 ? `at least ${quantityText(minOrderQty)}` : 'no minimum',
          maxOrderQty ? `at most ${quantityText(maxOrderQty)}` : 'no maximum',
        ].join(', '),
      }),
    },
    {
      label: 'GST',
      of: ['hsnCode'],
      say: ({ gstRate, hsnCode }) => ({
        value: gstRate == null ? '–' : percentText(gstRate),
        small: hsnCode && `HSN ${hsnCode}`,
      }),
    },
    {
      label: 'Substitute',
      of: ['substituteProductId'],
      say: ({ substituteProductId, texts }) =>
        substituteProductId !== null && { value: nameIn(texts?.substituteProductId) },
    },
  ],
}
