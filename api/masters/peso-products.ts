import { type PetroleumClass, usualFreeLitres } from '../../resources/petroleum.ts'
import type { RowCheck } from '../derive/extend.ts'

/** Where nothing else is said, a product is free of a licence up to the usual litres of its class (M35). */
export const completePesoProducts: RowCheck = async (_db, candidates) => {
  for (const { row } of candidates) row.licenceFreeLitres ??= usualFreeLitres(row.petroleumClass as PetroleumClass)
}
