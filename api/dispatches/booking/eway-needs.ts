import type { Knex } from 'knex'
import { type EwayNeed, type EwayRule, ewayNeed, type Movement } from '../../../resources/dispatches/eway.ts'
import { ewayThreshold } from '../../../resources/masters/e-way-threshold.ts'
import { rowsOf, whereValidOn } from '../../derive/rows-of.ts'

/** What the e-way bill of a movement depends on, and a sentence where its threshold is not confirmed. */
export interface NeedWithNote extends EwayNeed {
  note: string | null
}

/** Above which value goods of each movement travel with an e-way bill on a day. */
export async function ewayNeeds(db: Knex, movements: readonly Movement[], day: string): Promise<NeedWithNote[]> {
  const rules: EwayRule[] = await rowsOf(db, ewayThreshold, rows => whereValidOn(rows, day))
  const needs = movements.map(movement => ewayNeed(rules, movement))
  const ids = needs.flatMap(({ stateId, isUnconfirmed }) => (isUnconfirmed && stateId !== null ? [stateId] : []))
  const states: { id: number; name: string }[] = await db('state').whereIn('id', ids).select('id', 'name')
  return needs.map(need => ({ ...need, note: noteOf(need, states.find(({ id }) => id === need.stateId)?.name) }))
}

const noteOf = ({ isUnconfirmed }: EwayNeed, state: string | undefined) =>
  isUnconfirmed ? `the threshold of ${state ?? 'every state'} is not confirmed` : null

/** Above which value the goods of an invoice travel with an e-way bill from its plant to its ship-to. */
export async function ewayNeedOf(
  db: Knex,
  { id, plantId, shipToId }: { id: number; plantId: number; shipToId: number | null },
  day: string,
): Promise<NeedWithNote> {
  const from = await db('plant').where({ id: plantId }).first('stateId', 'cityId')
  const to = await db('ship_to')
    .where({ id: shipToId ?? 0 })
    .first('stateId', 'cityId')
  const others = await db('invoice_line')
    .join('products', 'products.id', 'invoice_line.productId')
    .where({ invoiceId: id, isDrug: 0 })
    .first('invoice_line.id')
  const way = {
    fromStateId: from.stateId,
    fromCityId: from.cityId,
    toStateId: to?.stateId ?? 0,
    toCityId: to?.cityId ?? null,
  }
  const [need] = await ewayNeeds(db, [{ ...way, areDrugs: !others }], day)
  return need!
}
