import type { RowCheck } from '../checks.ts'
import { touches } from '../derive/candidate.ts'
import { today } from '../platform/clock.ts'

/** A CnF stands at a plant of type CNF, its GSTIN is of that plant's state, and an active one has a running agreement (A03). */
export const checkCnfs: RowCheck = async (db, candidates) => {
  const ids = [...new Set(candidates.map(({ row }) => row.plantId as number))]
  const plants = await db('plant')
    .join('state', 'state.id', 'plant.stateId')
    .whereIn('plant.id', ids)
    .select('plant.id', 'plant.code', 'plantType', 'gstStateCode', 'state.name as state')
  const byId = new Map(plants.map(plant => [plant.id, plant]))
  const day = today()
  for (const candidate of candidates) {
    const { row, faults } = candidate
    const plant = byId.get(row.plantId as number)!
    if (touches(candidate, 'plantId') && plant.plantType !== 'CNF') {
      faults.push({
        field: 'plantId',
        code: 'RULE',
        message: `Plant ${plant.code} is not of type CNF: choose the plant of this CnF`,
      })
    }
    if (touches(candidate, 'gstin', 'plantId') && !String(row.gstin).startsWith(plant.gstStateCode)) {
      faults.push({
        field: 'gstin',
        code: 'FORMAT',
        message: `GSTIN must begin with ${plant.gstStateCode}, the GST code of ${plant.state}, where its plant is`,
      })
    }
    if (touches(candidate, 'agreementTo') && row.isActive !== false && String(row.agreementTo) < day) {
      faults.push({
        field: 'agreementTo',
        code: 'RANGE',
        message: 'Agreement to must not have passed: renew it, or deactivate the CnF',
      })
    }
  }
}
