import type { Knex } from 'knex'
import type { Fault } from '../../resources/define/validate.ts'
import { groupByFlashPoint } from '../../resources/dispatches/hazards/classes.ts'
import type { ProductHazard } from '../../resources/masters/product-hazard.ts'
import type { RowCheck } from '../derive/extend.ts'

interface Known {
  unNo: string
  packingGroup: string
  hazardClass: string
  casNo: string | null
}

/**
 * A product has a UN number with a packing group that the list has, that fits its CAS number and flash point, and that
 * Peso Products name, too.
 */
export const checkProductHazards: RowCheck = async (db, candidates) => {
  const rows = candidates.map(({ row }) => row as unknown as ProductHazard)
  const known: Known[] = await db('un_number')
    .whereIn(
      'unNo',
      rows.map(({ unNo }) => unNo),
    )
    .where('isActive', 1)
    .select('unNo', 'packingGroup', 'hazardClass', 'casNo')
  const ids = rows.map(({ productId }) => productId)
  const casOf = await valuesOf(db('products').whereIn('id', ids), 'id', 'casNo')
  const pesoOf = await valuesOf(db('peso_products').whereIn('productId', ids).where('isActive', 1), 'productId', 'unNo')
  for (const { row, faults } of candidates) {
    const hazard = row as unknown as ProductHazard
    const fault = faultOf(hazard, known, casOf.get(hazard.productId) ?? null, pesoOf.get(hazard.productId) ?? null)
    if (fault) faults.push(fault)
  }
}

function faultOf(
  { unNo, packingGroup, flashPointC }: ProductHazard,
  known: readonly Known[],
  casNo: string | null,
  pesoNo: string | null,
): Fault | undefined {
  const fault = (field: string, message: string) => ({ field, code: 'RULE', message })
  const groups = known.filter(one => one.unNo === unNo)
  const number = groups.find(one => one.packingGroup === packingGroup)
  if (groups.length === 0) return fault('unNo', `UN number ${unNo} is not on the list: enter it under UN Numbers first`)
  if (!number)
    return fault(
      'packingGroup',
      `Packing group of ${unNo} must be ${groups.map(one => one.packingGroup).join(' or ')}: choose it`,
    )
  if (casNo !== null && number.casNo !== null && casNo !== number.casNo)
    return fault('unNo', `UN number ${unNo} is that of CAS ${number.casNo}, and the product has ${casNo}: correct one`)
  if (pesoNo !== null && pesoNo !== unNo)
    return fault('unNo', `UN number must be ${pesoNo}, as Peso Products say of the product`)
  if (number.hazardClass === '3' && flashPointC !== null && packingGroup !== 'I') {
    const group = groupByFlashPoint(flashPointC)
    if (group !== packingGroup)
      return fault('packingGroup', `Packing group must be ${group} at a flash point of ${flashPointC / 10} °C`)
  }
  return undefined
}

async function valuesOf(rows: Knex.QueryBuilder, key: string, name: string): Promise<Map<number, string | null>> {
  const found: Record<string, unknown>[] = await rows.select(key, name)
  return new Map(found.map(row => [Number(row[key]), row[name] as string | null]))
}

/** A petroleum product whose hazard is entered has the same UN number there. */
export async function unNumberFaults(db: Knex, productId: number, unNo: string | null): Promise<Fault | undefined> {
  if (unNo === null) return undefined
  const hazard = await db('product_hazard').where({ productId, isActive: 1 }).first('unNo')
  if (!hazard || hazard.unNo === unNo) return undefined
  return { field: 'unNo', code: 'RULE', message: `UN number must be ${hazard.unNo}, as Product Hazards say of it` }
}
