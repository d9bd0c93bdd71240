import { searchBook } from './derive/search/rebuild.ts'
import { orderedBook } from './mis/facts/order-differences.ts'
import { saleBook } from './mis/facts/sale-fact.ts'
import { orderBook } from './orders/reconcile-orders.ts'
import { paymentBook } from './payments/reconcile-payments.ts'
import { settlementBook } from './payments/settlement/check-settlements.ts'
import { type Book, compareBook } from './platform/books.ts'
import type { NightlyJob } from './platform/work/nightly.ts'

/** Every book, in the order in which they are made anew: orders need the sales of their lines. */
export const books: readonly Book[] = [orderBook, paymentBook, settlementBook, saleBook, orderedBook, searchBook]

/** The nightly comparisons. */
export const bookJobs: readonly NightlyJob[] = books.flatMap(book =>
  book.at === undefined ? [] : [{ name: book.name, at: book.at, work: db => compareBook(db, book) }],
)
