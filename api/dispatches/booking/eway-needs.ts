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

/** An invoice whose goods leave its plant for its ship-to. */
export interface LeavingInvoice {
  id: number
  plantId: number
  shipToId: number | null
}

/** Above which value the goods of an invoice travel with an e-way bill from its plant to its ship-to. */
export const ewayNeedOf = async (db: Knex, invoice: LeavingInvoice, day: string): Promise<NeedWithNote> =>
  (await ewayNeedsOf(db, [invoice], day))[0]!

/** The same of many invoices, in their order, by as many queries. */
export async function ewayNeedsOf(db: Knex, invoices: readonly LeavingInvoice[], day: string): Promise<NeedWithNote[]> {
  const placesOf = async (table: string, ids: readonly number[]) => {
    const rows: Place[] = await db(table)
      .whereIn('id', [...new Set(ids)])
      .select('id', 'stateId', 'cityId')
    return new Map(rows.map(row => [row.id, row]))
  }
  const plants = await placesOf(
    'plant',
    invoices.map(({ plantId }) => plantId),
  )
  const shipTos = await placesOf(
    'ship_to',
    invoices.flatMap(({ shipToId }) => shipToId ?? []),
  )
  const withOthers: number[] = await db('invoice_line')
    .join('products', 'products.id', 'invoice_line.productId')
    .whereIn(
      'invoiceId',
      invoices.map(({ id }) => id),
    )
    .where('isDrug', 0)
    .distinct('invoiceId')
    .pluck('invoiceId')
  const areOthers = new Set(withOthers)
  const movements = invoices.map(({ id, plantId, shipToId }) => {
    const [from, to] = [plants.get(plantId)!, shipTos.get(shipToId ?? 0)]
    return {
      fromStateId: from.stateId,
      fromCityId: from.cityId,
      toStateId: to?.stateId ?? 0,
      toCityId: to?.cityId ?? null,
      areDrugs: !areOthers.has(id),
    }
  })
  return ewayNeeds(db, movements, day)
}

interface Place {
  id: number
  stateId: number
  cityId: number | null
}
