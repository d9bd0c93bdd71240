import { type ProductUnits, unitsIn } from '../../resources/orders/unit-conversion.ts'
import type { RowCheck } from '../derive/extend.ts'
import { changesAny } from '../derive/save/candidate.ts'

/** A price is for a unit of its product, or for one that can be converted to it: another one would price nothing. */
export const checkPriceUnits: RowCheck = async (db, candidates) => {
  const moved = candidates.filter(candidate => changesAny(candidate, 'productId', 'uom'))
  const ids = [...new Set(moved.map(({ row }) => row.productId as number | null))].filter(id => id !== null)
  if (ids.length === 0) return
  const rows: (ProductUnits & { id: number; code: string })[] = await db('products')
    .whereIn('id', ids)
    .select('id', 'code', 'uom', 'baseUom', 'uomNumerator', 'uomDenominator')
  const products = new Map(rows.map(row => [row.id, row]))
  for (const { row, faults } of moved) {
    const product = products.get(row.productId as number)
    const unit = row.uom as string | null
    if (!product || !unit || unitsIn(product, product.uom, unit)) continue
    const { code, uom, baseUom } = product
    const sold = uom === baseUom ? uom : `${uom} or ${baseUom}`
    const message = `Unit ${unit} cannot be converted to that of ${code}: enter the price for ${sold}`
    faults.push({ field: 'uom', code: 'UOM_MISMATCH', message })
  }
}
