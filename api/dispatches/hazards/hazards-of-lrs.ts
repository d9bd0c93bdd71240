import type { Knex } from 'knex'
import { sum } from '../../../resources/define/amounts.ts'
import type { HazardousGoods } from '../../../resources/dispatches/hazards/hazard-of-goods.ts'
import { packsOf } from '../../../resources/dispatches/parts.ts'
import { cardParts, type ProductHazard, productHazard } from '../../../resources/masters/product-hazard.ts'
import { type Product, products } from '../../../resources/masters/products.ts'
import { type UnNumber, unNumber } from '../../../resources/masters/un-number.ts'
import { rowsOf } from '../../derive/rows-of.ts'

/** Goods of one product on LRs: a quantity in thousandths. */
export interface CarriedGoods {
  lrId: number
  productId: number
  qty: number
}

/** Hazardous goods and medicines, as far as the masters say it. */
export interface CareOnTheWay {
  hazardous: HazardousGoods[]
  /** The codes of medicines. */
  drugs: string[]
}

/** The goods of LRs by product. */
export async function goodsOfLrs(db: Knex, lrIds: readonly number[]): Promise<CarriedGoods[]> {
  const rows: CarriedGoods[] = await db('lr_line_item as item')
    .join('sap_delivery_line as s', 's.id', 'item.deliveryLineId')
    .whereIn('item.lrId', [...lrIds])
    .groupBy('item.lrId', 's.productId')
    .orderBy('item.lrId')
    .select('item.lrId', 's.productId')
    .sum({ qty: 'item.qty' })
  return rows.map(({ lrId, productId, qty }) => ({ lrId, productId, qty: Number(qty) }))
}

/** What of these goods is hazardous: stored as such, a petroleum product, or one with a UN number; and what is medicine. */
export async function hazardsOf(db: Knex, goods: readonly CarriedGoods[]): Promise<CareOnTheWay> {
  const ids = [...new Set(goods.map(({ productId }) => productId))]
  const known = await rowsOf(db, products, rows => rows.whereIn('id', ids).orderBy('code'))
  const petroleum: number[] = await db('peso_products')
    .whereIn('productId', ids)
    .where('isActive', 1)
    .pluck('productId')
  const hazards = await rowsOf(db, productHazard, rows => rows.whereIn('productId', ids).where('isActive', 1))
  const numbers = await rowsOf(db, unNumber, rows =>
    rows.whereIn(
      'unNo',
      hazards.map(({ unNo }) => unNo),
    ),
  )
  const hazardous = known.flatMap(product => {
    const hazard = hazards.find(({ productId }) => productId === product.id)
    if (!hazard && product.storageCondition !== 'HAZARD' && !petroleum.includes(product.id)) return []
    const qty = sum(goods.filter(({ productId }) => productId === product.id).map(one => one.qty))
    return [described(product, hazard, numberOf(numbers, hazard), qty)]
  })
  return { hazardous, drugs: known.filter(({ isDrug }) => isDrug).map(({ code }) => code) }
}

const numberOf = (numbers: readonly UnNumber[], hazard: ProductHazard | undefined) =>
  hazard && numbers.find(({ unNo, packingGroup }) => unNo === hazard.unNo && packingGroup === hazard.packingGroup)

function described(
  { id: productId, code, name, packQty, netWeightKg }: Product,
  hazard: ProductHazard | undefined,
  number: UnNumber | undefined,
  qty: number,
): HazardousGoods {
  return {
    ...{ productId, code, name },
    unNo: hazard?.unNo ?? null,
    properName: number?.properName ?? null,
    technicalName: hazard?.technicalName ?? null,
    hazardClass: number?.hazardClass ?? null,
    subRisk: number?.subRisk ?? null,
    packingGroup: hazard?.packingGroup ?? null,
    eac: hazard?.eac ?? null,
    traits: hazard?.traits ?? [],
    sdsDate: hazard?.sdsDate ?? null,
    emergencyPhone: hazard?.emergencyPhone ?? null,
    hasCard: hazard !== undefined && cardParts.every(part => hazard[part] !== null),
    airAllowed: number !== undefined && (number.airCargo || number.airPassenger),
    packages: packsOf(qty, packQty ?? 0),
    netKg: Math.round((qty * (netWeightKg ?? 0)) / 1000),
  }
}
