import type { Knex } from 'knex'
import { gstinKind, stateOfGstin } from '../../resources/define/official/gstin.ts'
import { type Candidate, changesAny } from '../derive/save/candidate.ts'

/** The first two characters of a GSTIN of a kind that has a state are its GST code; `stateId` names the column of the state. */
export async function checkGstinState(db: Knex, candidates: Candidate[]) {
  const changedGstins = candidates.filter(
    candidate => typeof candidate.row.gstin === 'string' && changesAny(candidate, 'gstin', 'stateId'),
  )
  if (changedGstins.length === 0) return
  const ids = [...new Set(changedGstins.map(({ row }) => row.stateId as number))]
  const states = await db('state').whereIn('id', ids).select('id', 'gstStateCode', 'name')
  const byId = new Map(states.map(state => [state.id, state]))
  for (const { row, faults } of changedGstins) {
    const state = byId.get(row.stateId as number)
    if (!state || isInState(row.gstin, state.gstStateCode)) continue
    const message = `GSTIN must begin with ${state.gstStateCode}, the GST code of ${state.name}`
    faults.push({ field: 'gstin', code: 'FORMAT', message })
  }
}

/** Who supplies goods or carriage has a registration to do so, and not only one to deduct tax or to have it refunded. */
export function checkGstinOfSupplier(candidates: Candidate[]) {
  for (const candidate of candidates) {
    const kind = gstinKind(String(candidate.row.gstin ?? ''))
    if (!changesAny(candidate, 'gstin') || kind === undefined || kind === 'REGULAR' || kind === 'GOVERNMENT') continue
    const message = 'GSTIN must be that of a regular registration or of a government department'
    candidate.faults.push({ field: 'gstin', code: 'GSTIN_KIND', message })
  }
}

/** A GSTIN of a kind without a state fits everywhere. */
const isInState = (gstin: unknown, code: string) => (stateOfGstin(String(gstin)) ?? code) === code

/** A city must lie in the state of the same row. */
export async function checkCityState(db: Knex, candidates: Candidate[]) {
  const changedCities = candidates.filter(
    candidate => typeof candidate.row.cityId === 'number' && changesAny(candidate, 'cityId', 'stateId'),
  )
  if (changedCities.length === 0) return
  const ids = [...new Set(changedCities.map(({ row }) => row.cityId as number))]
  const cities: { id: number; stateId: number; name: string }[] = await db('state_city')
    .whereIn('id', ids)
    .select('id', 'stateId', 'name')
  const byId = new Map(cities.map(city => [city.id, city]))
  for (const { row, faults } of changedCities) {
    const city = byId.get(row.cityId as number)
    if (!city || city.stateId === row.stateId) continue
    faults.push({
      field: 'cityId',
      code: 'RULE',
      message: `City ${city.name} is not in the selected state: correct the city or the state`,
    })
  }
}

/** The GSTIN of a site is one of a supplier, and begins with the GST code of the state of its plant. */
export async function checkGstinOfPlant(db: Knex, candidates: Candidate[]) {
  checkGstinOfSupplier(candidates)
  const changedPlants = candidates.filter(candidate => changesAny(candidate, 'gstin', 'plantId'))
  if (changedPlants.length === 0) return
  const plants: { id: number; gstStateCode: string; state: string }[] = await db('plant')
    .join('state', 'state.id', 'plant.stateId')
    .whereIn('plant.id', [...new Set(changedPlants.map(({ row }) => row.plantId as number))])
    .select('plant.id', 'gstStateCode', 'state.name as state')
  const byId = new Map(plants.map(plant => [plant.id, plant]))
  for (const { row, faults } of changedPlants) {
    const plant = byId.get(row.plantId as number)
    if (!plant || isInState(row.gstin, plant.gstStateCode)) continue
    const message = `GSTIN must begin with ${plant.gstStateCode}, the GST code of ${plant.state}, where its plant is`
    faults.push({ field: 'gstin', code: 'FORMAT', message })
  }
}
