import type { Knex } from 'knex'
import { expect, it } from 'vitest'
import { type Book, compareBook, differencesOf, lastingOf } from '../../../api/platform/books.ts'

const db = {} as Knex

/** A book whose readings find these differences, one after the other. */
function bookFinding(...readings: string[][]): Book {
  let reading = 0
  return { name: 'sums', about: 'Sums differ', differences: async () => readings[reading++] ?? [] }
}

it('only what two readings find lasts: what a change in progress causes is gone by the second', async () => {
  const readings = [
    ['one', 'two'],
    ['two', 'three'],
  ]
  expect(await lastingOf(async () => readings.shift()!)).toEqual(['two'])
  expect(await lastingOf(async () => [])).toEqual([])
})

it('a book that agrees, or only for a moment does not, says nothing', async () => {
  expect(await compareBook(db, bookFinding([]))).toBe(0)
  expect(await compareBook(db, bookFinding(['one'], []))).toBe(0)
})

it('a lasting difference is told with its number, its sentences, and how the book is made anew', async () => {
  await expect(compareBook(db, bookFinding(['one'], ['one']))).rejects.toThrow('Sums differ (1 difference): one')
  const many = Array.from({ length: 1_000 }, (_, at) => `row ${at}`)
  const rebuild = { by: 'rebuild-facts' as const, make: async () => '' }
  await expect(compareBook(db, { ...bookFinding(many, many), rebuild })).rejects.toThrow(
    'Sums differ (1000 or more differences; npm run rebuild-facts counts them again): row 0. row 1. row 2. row 3',
  )
})

it('a book that cannot be compared yet is passed over', async () => {
  const later = { ...bookFinding(['one'], ['one']), isReady: async () => false }
  expect(await compareBook(db, later)).toBe(0)
  expect(await differencesOf(db, [later, bookFinding(['two'])])).toEqual(['two'])
})
