import type { Knex } from 'knex'
import { articleFreight } from '../../../resources/masters/article-freight.ts'
import type { Product } from '../../../resources/masters/products.ts'
import type { Order } from '../../../resources/orders/order.ts'
import { termNames } from '../../../resources/orders/order-input.ts'
import type { OrderLine } from '../../../resources/orders/order-line.ts'
import { freightAtRates, freightBook } from '../../../resources/orders/quote/freight.ts'
import type { AgreedTerms } from '../../../resources/orders/terms/agreed-terms.ts'
import { type Deviation, deviationOf } from '../../../resources/orders/terms/deviation.ts'
import { rowsOf, whereValidOn } from '../../derive/rows-of.ts'

/** What it costs that a saved order has other terms than agreed, at the freight rates of its day; null where it has not. */
export async function deviationOfOrder(
  db: Knex,
  order: Order,
  { lines, articles }: { lines: readonly OrderLine[]; articles: readonly Product[] },
  { zoneId, isFree, costPct }: { zoneId: number | null; isFree: boolean; costPct: number },
): Promise<Deviation | null> {
  const agreed = order.agreedTerms as Partial<AgreedTerms> | null
  const isChosen = [order.chosenFreightTerms, order.chosenTransMode, order.chosenPaymentDays].some(one => one !== null)
  if (!isWhole(agreed) || !isChosen) return null
  const { grossValue, orderDate } = order
  const goods = lines
    .filter(({ lineStatus }) => lineStatus === 'OPEN')
    .map(({ lineNo, productId, qty }) => ({ lineNo, product: articles.find(({ id }) => id === productId)!, qty }))
  const rates = await rowsOf(db, articleFreight, rows =>
    whereValidOn(rows, orderDate).whereIn(
      'productId',
      articles.map(({ id }) => id),
    ),
  )
  const book = freightBook(rates)
  return deviationOf({
    ...{ agreed, terms: order, grossValue, isFreeOfCharge: isFree, costPct },
    freightBy: transMode => freightAtRates(goods, { book, orderDate, zoneId, transMode }),
  })
}

/** Orders from before terms were kept have none. */
const isWhole = (agreed: Partial<AgreedTerms> | null): agreed is AgreedTerms =>
  agreed !== null && termNames.every(name => agreed[name] !== undefined)
