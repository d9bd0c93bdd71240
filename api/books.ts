import { type Book, compareBook } from './platform/books.ts'
import type { NightlyJob } from './platform/work/nightly.ts'
import { rooms } from './rooms.ts'

/** The books of all rooms, in the order in which they are made anew. */
export const books: readonly Book[] = rooms.flatMap(room => room.books ?? [])

/** The nightly comparisons. */
export const bookJobs: readonly NightlyJob[] = books.flatMap(book =>
  book.at === undefined ? [] : [{ name: book.name, at: book.at, work: db => compareBook(db, book) }],
)
