import { useQuery } from '@tanstack/react-query'
import { productwiseLimitPrice } from '../../../resources/masters/productwise-limit-price.ts'
import { productPrice } from '../../../resources/settings/product-price.ts'
import { stockLevel } from '../../../resources/settings/stock-level.ts'
import { useMay } from '../../account/person.ts'
import { readOn } from '../../derive/record/when.ts'
import { framedBy } from '../../derive/show/framed-by.tsx'
import { rowsOf } from '../../shell/rows.ts'
import { type BesideProduct, productHeader } from './product-header.ts'

/** A product with its list price, limit price and stock, as far as its reader may read them. */
export default framedBy(productHeader, ({ id }) => {
  const may = useMay()
  const today = readOn()
  const { data } = useQuery({
    queryKey: ['settings/product-price', 'settings/stock-level', 'masters/productwise-limit-price', 'of a product', id],
    queryFn: () => figuresOf(id, today, may),
  })
  return { beside: { today, ...data } }
})

async function figuresOf(
  productId: number,
  day: string,
  may: ReturnType<typeof useMay>,
): Promise<Omit<BesideProduct, 'today'>> {
  const today = { productId, isActive: true, validFrom: { $lte: day }, validTo: { $gte: day } }
  const [prices, limits, stock] = await Promise.all([
    may('read', 'settings/product-price')
      ? rowsOf(productPrice).all<NonNullable<BesideProduct['prices']>[number]>({ where: today, sort: { channelId: 1 } })
      : undefined,
    may('read', 'masters/productwise-limit-price')
      ? rowsOf(productwiseLimitPrice).all<NonNullable<BesideProduct['limits']>[number]>({
          where: { ...today, confirmStatus: { $in: ['CONFIRMED', 'CHANGE_PENDING'] } },
        })
      : undefined,
    may('read', 'settings/stock-level')
      ? rowsOf(stockLevel).all<NonNullable<BesideProduct['stock']>[number]>({ where: { productId } })
      : undefined,
  ])
  return { prices, limits, stock }
}
