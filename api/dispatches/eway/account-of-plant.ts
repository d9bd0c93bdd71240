import type { Knex } from 'knex'
import { type EwayAccount, ewayAccount } from '../../../resources/settings/eway-account.ts'
import type { ComputedColumn } from '../../derive/extend.ts'
import { rowsOf } from '../../derive/rows-of.ts'

/** Whether the portal can be asked for the e-way bill of a line: its plant has an account there. */
export const ewayByPortal: ComputedColumn = (db, of) =>
  db.raw('case when exists ? then 1 else 0 end', [
    db('lr as onItsWay')
      .join('plant as sending', 'sending.id', 'onItsWay.plantId')
      .join('eway_account as held', 'held.gstin', 'sending.gstin')
      .whereRaw('?? = ?', ['onItsWay.id', of('lrId')])
      .where('held.isActive', 1)
      .select(db.raw('1')),
  ])

/** The account of a plant's GSTIN at the portal; null where there is none, and e-way bills are made by hand. */
export async function accountOfPlant(db: Knex, plantId: number | null): Promise<EwayAccount | null> {
  if (plantId === null) return null
  const ofPlant = db('plant').where({ id: plantId }).whereNotNull('gstin').select('gstin')
  const [account] = await rowsOf(db, ewayAccount, rows => rows.whereIn('gstin', ofPlant).where('isActive', 1))
  return account ?? null
}
