import { type PetroleumClass, standardFreeLitres } from '../../resources/petroleum.ts'
import type { RowCheck } from '../derive/extend.ts'

/** Fills in the free quantity: unless stated, a product is free of a licence up to the usual litres of its class. */
export const completePesoProducts: RowCheck = async (_db, candidates) => {
  for (const { row } of candidates) row.licenceFreeLitres ??= standardFreeLitres(row.petroleumClass as PetroleumClass)
}
