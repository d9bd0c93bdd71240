import type { Knex } from 'knex'
import type { Matched, RowToMatch } from '../../../resources/orders/order-matches.ts'
import type { OfferedProduct } from '../../../resources/orders/order-products.ts'
import { bestMatches, plain } from '../../../resources/orders/pad/match.ts'
import { needPerson } from '../../derive/rights/need-person.ts'
import type { Person } from '../../derive/rights/person.ts'
import { asObject } from '../../derive/save/read-body.ts'
import type { Call } from '../../derive/service.ts'
import { invalidField } from '../../platform/errors.ts'
import { asWritten, catalogue, itemCodes, OFFERED } from './order-catalogue.ts'
import { mayOrderFor } from './order-customers.ts'
import { readCustomerId } from './pad-query.ts'

const MOST_ROWS = 1000
/** The most products whose similarity to one text is calculated. */
const MOST_LIKE = 3000

/**
 * `POST /api/order-matches { customerId, rows: [{ code, cas, words }] }`: the products that pasted rows mean, in the
 * order of the rows.
 */
export const orderMatches = (db: Knex) => ({
  async create(body: unknown, call: Call): Promise<Matched[]> {
    const person = needPerson(call)
    const { customerId: given, rows } = asObject(body, 'The request')
    const customerId = readCustomerId(given)
    const asked = readRows(rows)
    await mayOrderFor(db, person, customerId)
    const surely = await knownOf(db, customerId, person, asked)
    const open = asked.flatMap((row, index) => (surely[index]!.product ? [] : [{ row, index }]))
    const texts = open.map(({ row }) => [row.words, row.code ?? ''].join(' ').trim())
    const like = await likeTexts(db, customerId, person, texts, 3)
    for (const [place, { index }] of open.entries()) {
      const { matches, same } = like[place]!
      const first = surely[index]!.matches
      const all = [...first, ...matches.filter(({ id }) => !first.some(each => each.id === id))].slice(0, 3)
      surely[index] =
        same && first.length === 0
          ? { by: 'name', product: all[0]!, matches: all }
          : { by: null, product: null, matches: all }
    }
    return surely
  },
})

function readRows(rows: unknown): RowToMatch[] {
  const text = (value: unknown, most: number) => value === null || (typeof value === 'string' && value.length <= most)
  const right =
    Array.isArray(rows) &&
    rows.length <= MOST_ROWS &&
    rows.every(
      row =>
        row && text(row.code, 40) && text(row.cas, 20) && typeof row.words === 'string' && row.words.length <= 2000,
    )
  if (!right)
    throw invalidField('rows', 'TYPE', `rows must be a list of at most ${MOST_ROWS} rows of code, cas and words`)
  return rows
}

/** Finds products by our code, by the customer's own code, or by a CAS number that only one product has. */
async function knownOf(db: Knex, customerId: number, person: Person, asked: readonly RowToMatch[]): Promise<Matched[]> {
  const codes = [...new Set(asked.flatMap(({ code }) => (code ? [code.toUpperCase()] : [])))]
  const numbers = [...new Set(asked.flatMap(({ cas }) => cas ?? []))]
  const said = [...new Set(asked.flatMap(wordsSaid))]
  const own: { productId: number; itemCode: string; source: string }[] =
    said.length === 0 ? [] : await itemCodes(db, customerId).whereIn('own.itemCode', said).select('own.*')
  // Agreed codes override learned ones.
  own.sort((a, b) => Number(a.source === 'AGREED') - Number(b.source === 'AGREED'))
  const called = new Map(own.map(row => [asWritten(row.itemCode), row]))
  const found: OfferedProduct[] = await catalogue(db, customerId, person)
    .where(any =>
      any
        .whereIn('products.code', codes)
        .orWhereIn('products.casNo', numbers)
        .orWhereIn(
          'products.id',
          own.map(({ productId }) => productId),
        ),
    )
    .orderBy('products.code')
    .select(OFFERED)
  const byCode = new Map(found.map(product => [product.code, product]))
  const byId = new Map(found.map(product => [product.id, product]))
  return asked.map((row): Matched => {
    const { code, cas } = row
    const exact = byCode.get(code?.toUpperCase() ?? '')
    if (exact) return { by: 'code', product: exact, matches: [exact] }
    const name = wordsSaid(row)
      .map(words => called.get(words))
      .find(found => found && byId.has(found.productId))
    if (name) {
      const item = byId.get(name.productId)!
      return { by: name.source === 'LEARNED' ? 'learned' : 'itemCode', product: item, matches: [item] }
    }
    const same = cas ? found.filter(({ casNo }) => casNo === cas) : []
    return same.length === 1
      ? { by: 'cas', product: same[0]!, matches: same }
      : { by: null, product: null, matches: same.slice(0, 3) }
  })
}

/** The texts of a row that may be the customer's own code or name of a product. */
const wordsSaid = ({ code, words }: RowToMatch) => [code ?? '', words].map(asWritten).filter(text => text !== '')

/**
 * Finds the products of the customer's catalogue that are most similar to each text, best first; reads the catalogue
 * once for all texts.
 */
export async function likeTexts(db: Knex, customerId: number, person: Person, texts: readonly string[], most: number) {
  if (texts.length === 0) return []
  const shelf: OfferedProduct[] = await catalogue(db, customerId, person).select(OFFERED)
  const beginnings = shelf.map(({ name, code }) => new Set(beginningsOf(`${name} ${code}`)))
  return texts.map(text => {
    const wanted = beginningsOf(text)
    const near = shelf.filter((_, index) => wanted.some(each => beginnings[index]!.has(each)))
    return bestMatches(text, near.slice(0, MOST_LIKE), most)
  })
}

/** The first three letters of each word, in which typing errors are rare. */
const beginningsOf = (text: string) =>
  plain(text)
    .split(' ')
    .filter(word => word.length >= 3)
    .map(word => word.slice(0, 3))
