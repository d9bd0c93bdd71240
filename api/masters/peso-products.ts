import { type PetroleumClass, standardFreeLitres } from '../../resources/petroleum.ts'
import type { RowCheck } from '../derive/extend.ts'
import { unNumberFaults } from './product-hazard.ts'

/** Fills in the free quantity: unless stated, a product is free of a licence up to the usual litres of its class. */
export const completePesoProducts: RowCheck = async (db, candidates) => {
  for (const { row, faults } of candidates) {
    row.licenceFreeLitres ??= standardFreeLitres(row.petroleumClass as PetroleumClass)
    const fault = await unNumberFaults(db, Number(row.productId), row.unNo as string | null)
    if (fault) faults.push(fault)
  }
}
