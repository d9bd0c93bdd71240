import type { Knex } from 'knex'
import { type EwayAccount, ewayAccount } from '../../../resources/settings/eway-account.ts'
import { rowsOf } from '../../derive/rows-of.ts'

/** The account of a plant's GSTIN at the portal; null where there is none, and e-way bills are made by hand. */
export async function accountOfPlant(db: Knex, plantId: number | null): Promise<EwayAccount | null> {
  if (plantId === null) return null
  const ofPlant = db('plant').where({ id: plantId }).whereNotNull('gstin').select('gstin')
  const [account] = await rowsOf(db, ewayAccount, rows => rows.whereIn('gstin', ofPlant).where('isActive', 1))
  return account ?? null
}
