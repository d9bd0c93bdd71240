import type { Knex } from 'knex'
import type { BodyOf } from '../../../resources/define/command.ts'
import type { showTripCandidates, TripCandidates } from '../../../resources/dispatches/commands/trips.ts'
import { lr } from '../../../resources/dispatches/lr.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { shipTosOf } from './plan-trip.ts'

const MOST = 500
/** Goods that a vehicle may still take. */
const movable = ['BOOKED', 'IN_TRANSIT', 'AT_HUB', 'UNDELIVERED']

/** The LRs of a plant that no trip has; of that with most of them where none is said. */
export async function tripCandidates(
  db: Knex,
  { plantId: asked, q }: BodyOf<typeof showTripCandidates>,
  person: Person,
): Promise<TripCandidates> {
  const free = () =>
    restrict(
      db('lr')
        .whereIn('lr.deliveryStatus', movable)
        .whereNotNull('lr.plantId')
        .whereNotExists(db('trip_lr').whereRaw('?? = ??', ['trip_lr.heldLrId', 'lr.id']).select(db.raw('1'))),
      db,
      lr,
      person,
      'update',
    )
  const counted: { id: number; code: string; name: string; waiting: number }[] = await free()
    .join('plant', 'plant.id', 'lr.plantId')
    .groupBy('plant.id', 'plant.code', 'plant.name')
    .orderBy('plant.code')
    .select('plant.id', 'plant.code', 'plant.name')
    .count({ waiting: '*' })
  const plants = counted.map(one => ({ ...one, waiting: Number(one.waiting) }))
  const most = Math.max(0, ...plants.map(({ waiting }) => waiting))
  const plantId = asked ?? plants.find(({ waiting }) => waiting === most)?.id ?? null
  if (plantId === null) return { plantId, plants, lrs: [], isCut: false }
  const rows: Omit<TripCandidates['lrs'][number], 'shipToId' | 'shipTo'>[] = await free()
    .join('transporter', 'transporter.id', 'lr.transporterId')
    .join('state_city', 'state_city.id', 'lr.toCityId')
    .where('lr.plantId', plantId)
    .where(any => {
      if (q === null) return
      for (const column of ['lr.lrNo', 'state_city.name', 'transporter.name'])
        any.orWhere(column, 'like', `%${q.replace(/[%_\\]/g, '\\$&')}%`)
    })
    .orderByRaw("case when ?? = 'BOOKED' then 0 else 1 end", ['lr.deliveryStatus'])
    .orderBy('lr.id')
    .limit(MOST + 1)
    .select('lr.id', 'lr.lrNo', 'lr.lrDate', 'lr.deliveryStatus', 'lr.packages', 'lr.chargedWeightKg')
    .select('lr.expectedDeliveryDate', 'transporter.name as transporter', 'state_city.name as city')
  const shown = rows.slice(0, MOST)
  const shipTos = await shipTosOf(
    db,
    shown.map(({ id }) => id),
  )
  const names: { id: number; code: string; name: string }[] = await db('ship_to')
    .whereIn('id', [...new Set(shipTos.values())])
    .select('id', 'code', 'name')
  const nameOf = new Map(names.map(({ id, code, name }) => [id, `${code} · ${name}`]))
  const lrs = shown.map(row => {
    const shipToId = shipTos.get(row.id) ?? null
    const numbers = { packages: Number(row.packages), chargedWeightKg: Number(row.chargedWeightKg) }
    return { ...row, ...numbers, shipToId, shipTo: nameOf.get(shipToId ?? 0) ?? 'Without a ship-to' }
  })
  return { plantId, plants, lrs, isCut: rows.length > MOST }
}
