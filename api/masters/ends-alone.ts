import { addDays } from '../../resources/define/dates.ts'
import { type Resource, tableOf } from '../../resources/define/resource.ts'
import type { ComputedColumn } from '../derive/extend.ts'

const SOON_DAYS = 14

/** Whether a row in force ends within 14 days, and no later row of its key is entered yet. */
export const endsAlone =
  (resource: Pick<Resource, 'name' | 'key'>): ComputedColumn =>
  (db, of, day) => {
    const following = db(`${tableOf(resource)} as following`)
      .where(Object.fromEntries(resource.key.map(name => [`following.${name}`, of(name)])))
      .where('following.isActive', 1)
      .where('following.validFrom', '>', of('validTo'))
      .select(db.raw('1'))
    const soon = '? >= ? and ? <= ?'
    return db.raw(`case when ${soon} and not exists ? then 1 else 0 end`, [
      ...[of('validTo'), day, of('validTo'), addDays(day, SOON_DAYS)],
      following,
    ])
  }
