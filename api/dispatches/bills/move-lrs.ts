import type { Knex } from 'knex'
import { type Lr, lr } from '../../../resources/dispatches/lr.ts'
import type { Author } from '../../derive/save/author.ts'
import { updateRows } from '../../derive/save/write.ts'

/** Lets LRs follow the state of their bill. */
export async function moveLrs(trx: Knex, lrs: readonly Lr[], billStatus: Lr['billStatus'], author: Author) {
  const moving = lrs.filter(row => row.billStatus !== billStatus)
  if (moving.length > 0) await updateRows(trx, lr, moving, { billStatus }, author)
}
