import { settings } from '../../resources/settings/settings.ts'
import type { ReportQuery } from '../derive/extend.ts'
import { daysFrom, istDay } from './moments.ts'
import { accountOwner } from './ordered.ts'

const LIFETIME = 'dead.draft_days'

/** One row for each draft; it lapses so many days after its last change. */
export const draftOrderStatusQuery: ReportQuery = (db, { day }) => {
  const lives = db('app_setting').where({ key: LIFETIME, isActive: 1 }).select('value')
  const idle = daysFrom(db, istDay(db, '`order`.updatedAt'), `'${day}'`)
  return db('order')
    .where('order.status', 'DRAFT')
    .select(
      'order.id',
      'order.id as orderId',
      ...['draftNo', 'customerId', 'soldToId', 'sbuId', 'channelId', 'placedById', 'grossValue'].map(
        name => `order.${name}`,
      ),
      accountOwner(db),
      db.raw(`${istDay(db, '`order`.createdAt')} as ??`, ['createdOn']),
      db.raw(`${istDay(db, '`order`.updatedAt')} as ??`, ['changedOn']),
      db.raw(`${daysFrom(db, istDay(db, '`order`.createdAt'), `'${day}'`)} as ??`, ['ageDays']),
      db.raw(`coalesce(cast((?) as decimal(10, 0)), ?) - ${idle} as ??`, [
        lives,
        Number(settings[LIFETIME].standard),
        'daysLeft',
      ]),
      db.raw('(?) as ??', [
        db('order_line').whereRaw('?? = ??', ['order_line.orderId', 'order.id']).count('*'),
        'lineCount',
      ]),
    )
}
