import type { Knex } from 'knex'
import type { RowCheck } from '../derive/extend.ts'
import { type Candidate, changesAny } from '../derive/save/candidate.ts'

interface Place {
  id: number | undefined
  sbuId: number
  zoneAreaId: number
  cityId: number | null
  clusterCode: string
}

/** A city of a cluster lies in the area of the row, and an SBU's area or city belongs to one cluster. */
export const checkClusters: RowCheck = async (db, candidates) => {
  await checkCityInArea(db, candidates)
  const moved = candidates.filter(
    candidate =>
      candidate.row.isActive !== false &&
      changesAny(candidate, 'clusterCode', 'sbuId', 'zoneAreaId', 'cityId', 'isActive'),
  )
  if (moved.length === 0) return
  const stored: Place[] = await db('cluster_mapping')
    .where('isActive', 1)
    .whereIn('zoneAreaId', [...new Set(moved.map(({ row }) => row.zoneAreaId as number))])
    .select('id', 'sbuId', 'zoneAreaId', 'cityId', 'clusterCode')
  const leaving = new Set(moved.map(({ before }) => before?.id))
  const taken = new Map(stored.filter(({ id }) => !leaving.has(id)).map(place => [placeOf(place), place]))
  for (const { row, before, faults } of moved) {
    const newPlace = { ...(row as unknown as Place), id: before?.id }
    const other = taken.get(placeOf(newPlace))
    if (!other) taken.set(placeOf(newPlace), newPlace)
    else if (other.clusterCode !== newPlace.clusterCode) {
      const what = newPlace.cityId ? 'city' : 'zone area'
      const message = `Cluster: the ${what} belongs to cluster ${other.clusterCode} in this SBU already; take it out of there first`
      faults.push({ field: 'clusterCode', code: 'RULE', message })
    }
  }
}

const placeOf = ({ sbuId, zoneAreaId, cityId }: Place) => `${sbuId}/${zoneAreaId}/${cityId ?? ''}`

async function checkCityInArea(db: Knex, candidates: Candidate[]) {
  const changedCities = candidates.filter(
    candidate => typeof candidate.row.cityId === 'number' && changesAny(candidate, 'cityId', 'zoneAreaId'),
  )
  if (changedCities.length === 0) return
  const cities: { id: number; zoneAreaId: number; name: string }[] = await db('state_city')
    .whereIn('id', [...new Set(changedCities.map(({ row }) => row.cityId as number))])
    .select('id', 'zoneAreaId', 'name')
  const byId = new Map(cities.map(city => [city.id, city]))
  for (const { row, faults } of changedCities) {
    const city = byId.get(row.cityId as number)
    if (!city || city.zoneAreaId === row.zoneAreaId) continue
    const message = `City ${city.name} is not in the selected zone area: correct the city or the area`
    faults.push({ field: 'cityId', code: 'RULE', message })
  }
}
