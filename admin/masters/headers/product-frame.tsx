import { useQuery } from '@tanstack/react-query'
import { useMay } from '../../account/person.ts'
import { Neighbours } from '../../derive/form/neighbours.tsx'
import { saidOf } from '../../derive/record/record-header.ts'
import { RecordPage } from '../../derive/record/record-page.tsx'
import { readOn } from '../../derive/record/when.ts'
import type { ShowFrame } from '../../derive/show/panel.ts'
import { useShowActs } from '../../derive/show/use-show-acts.tsx'
import { listOf } from '../../shell/list-of.ts'
import { pathOf } from '../../shell/screens.ts'
import { type BesideProduct, type ProductRow, productHeader } from './product-header.ts'

/** A product with its list price, limit price and stock, as far as its reader may read them. */
const ProductFrame: ShowFrame = ({ resource, row, from, children }) => {
  const may = useMay()
  const today = readOn()
  const { acts, dialogs } = useShowActs(resource, row)
  const { data } = useQuery({
    queryKey: [
      'settings/product-price',
      'settings/stock-level',
      'masters/productwise-limit-price',
      'of a product',
      row.id,
    ],
    queryFn: () => figuresOf(row.id, today, may),
  })
  return (
    <RecordPage
      header={saidOf(productHeader, row as unknown as ProductRow, { today, ...data }, 'staff')}
      from={from}
      neighbours={<Neighbours resource={resource} id={row.id} pathTo={pathOf.show} />}
      acts={acts}
    >
      {children}
      {dialogs}
    </RecordPage>
  )
}
export default ProductFrame

async function figuresOf(
  productId: number,
  day: string,
  may: ReturnType<typeof useMay>,
): Promise<Omit<BesideProduct, 'today'>> {
  const today = { productId, isActive: true, validFrom: { $lte: day }, validTo: { $gte: day } }
  const [prices, limits, stock] = await Promise.all([
    may('read', 'settings/product-price')
      ? listOf<NonNullable<BesideProduct['prices']>[number]>('settings/product-price', {
          ...today,
          $sort: { channelId: 1 },
        })
      : undefined,
    may('read', 'masters/productwise-limit-price')
      ? listOf<NonNullable<BesideProduct['limits']>[number]>('masters/productwise-limit-price', {
          ...today,
          confirmStatus: { $in: ['CONFIRMED', 'CHANGE_PENDING'] },
        })
      : undefined,
    may('read', 'settings/stock-level')
      ? listOf<NonNullable<BesideProduct['stock']>[number]>('settings/stock-level', { productId })
      : undefined,
  ])
  return { prices, limits, stock }
}
