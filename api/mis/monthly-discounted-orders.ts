import type { Knex } from 'knex'
import type { ReportQuery } from '../derive/extend.ts'
import { accountOwner, DISCOUNT_VALUE, LIST_VALUE, orderedOnly } from './ordered.ts'

/** One row for each line that counts as ordered and was sold below its list price. */
export const monthlyDiscountedOrdersQuery: ReportQuery = db => {
  const lines = orderedOnly(db('order_line').join('order', 'order.id', 'order_line.orderId'))
    .whereNotIn('order_line.lineStatus', ['REJECTED', 'DELETED'])
    .whereRaw(`${LIST_VALUE} > order_line.netValue`)
    .select(
      'order_line.id',
      'order.id as orderId',
      ...['orderNo', 'orderDate', 'customerId', 'soldToId', 'sbuId', 'channelId', 'placedById'].map(
        name => `order.${name}`,
      ),
      accountOwner(db),
      ...['lineNo', 'productId', 'qty', 'netValue', 'promoCode'].map(name => `order_line.${name}`),
      db.raw(`${PRICE_KIND} as ??`, ['priceKind']),
      db.raw(`${LIST_VALUE} as ??`, ['listValue']),
      db.raw(`${DISCOUNT_VALUE} as ??`, ['discountValue']),
      db.raw(`${BY_DEFAULT} as ??`, ['rawDefault']),
      db.raw(`${BY_PROMO} as ??`, ['rawPromo']),
      db.raw('(?) as ??', [approver(db), 'approverId']),
    )
  const least = (one: string, other: string) => `(case when ${one} < ${other} then ${one} else ${other} end)`
  const byDefault = least('rawDefault', 'discountValue')
  const byPromo = least('rawPromo', `(discountValue - ${byDefault})`)
  return db
    .from(lines.as('line'))
    .select('line.*')
    .select(
      db.raw('round(discountValue * 10000.0 / listValue) as ??', ['discountPct']),
      db.raw(`${byDefault} as ??`, ['defaultDiscount']),
      db.raw(`${byPromo} as ??`, ['promoDiscount']),
      db.raw(`discountValue - ${byDefault} - ${byPromo} as ??`, ['manualDiscount']),
    )
}

const PRICE_KIND =
  "case order_line.priceSource when 'FREE' then 'FREE' when 'LIST' then 'LIST' else case when order_line.priceSource is null then 'LIST' else 'AGREED' end end"
/** Only the list price has a default discount; a promo code lowers it by so much for its unit. */
const BY_DEFAULT = `case when ${PRICE_KIND} = 'LIST' then round(${LIST_VALUE} * order_line.defaultDiscountPct / 10000.0) else 0 end`
const BY_PROMO = 'round(order_line.promoDiscountValue * 1.0 * order_line.qty / (1000 * order_line.priceUnit))'

/** Who approved the price last, by the approvals that look at it. */
const approver = (db: Knex) =>
  db('approval_task')
    .whereRaw('?? = ??', ['approval_task.orderId', 'order.id'])
    .whereIn('approval_task.step', ['LIMIT_PRICE', 'MY_APPROVAL'])
    .where('approval_task.status', 'APPROVED')
    .orderBy('approval_task.id', 'desc')
    .limit(1)
    .select('approval_task.actedById')
