import type { Knex } from 'knex'
import type { BodyOf } from '../../../resources/define/command.ts'
import { normalise } from '../../../resources/define/formats.ts'
import type { Matched, matchRows, RowToMatch } from '../../../resources/orders/pad/commands.ts'
import { bestMatches, plainWords } from '../../../resources/orders/pad/match.ts'
import type { OfferedProduct } from '../../../resources/orders/pad/offers.ts'
import type { Person } from '../../derive/rights/person.ts'
import { idsInOrder } from '../../platform/sql-words.ts'
import { yieldEvery } from '../../platform/yield-to-others.ts'
import { catalogue, itemCodes, normaliseItemCode, OFFERED_COLUMNS } from './order-catalogue.ts'
import { customerToOrderFor } from './order-customers.ts'

/** The most products whose similarity to one text is calculated. */
const MAX_COMPARED = 3000
/** How many products of the catalogue are read at once. */
const AT_ONCE = 500

/** The products that pasted rows mean, in the order of the rows. */
export async function productsOfRows(
  db: Knex,
  person: Person,
  { customerId, rows: rowsToMatch }: BodyOf<typeof matchRows>,
): Promise<Matched[]> {
  await customerToOrderFor(db, person, customerId)
  const results = await exactMatches(db, customerId, person, rowsToMatch)
  const unmatched = rowsToMatch.flatMap((row, index) => (results[index]!.product ? [] : [{ row, index }]))
  const texts = unmatched.map(({ row }) => [row.words ?? '', row.code ?? ''].join(' ').trim())
  const similar = await similarProducts(db, customerId, person, texts, 3)
  for (const [place, { index }] of unmatched.entries()) {
    const { matches, same } = similar[place]!
    const exactOnes = results[index]!.matches
    const all = [...exactOnes, ...matches.filter(({ id }) => !exactOnes.some(each => each.id === id))].slice(0, 3)
    results[index] =
      same && exactOnes.length === 0
        ? { by: 'name', product: all[0]!, matches: all }
        : { by: null, product: null, matches: all }
  }
  return results
}

/** Finds products by our code, by the customer's own code, or by a CAS number that only one product has. */
async function exactMatches(
  db: Knex,
  customerId: number,
  person: Person,
  rowsToMatch: readonly RowToMatch[],
): Promise<Matched[]> {
  const codes = [...new Set(rowsToMatch.flatMap(({ code }) => (code ? [normalise('article', code)] : [])))]
  const numbers = [...new Set(rowsToMatch.flatMap(({ cas }) => cas ?? []))]
  const texts = [...new Set(rowsToMatch.flatMap(ownCodesOf))]
  const ownCodes: { productId: number; itemCode: string; source: string }[] =
    texts.length === 0 ? [] : await itemCodes(db, customerId).whereIn('own.itemCode', texts).select('own.*')
  // Agreed codes override learned ones.
  ownCodes.sort((a, b) => Number(a.source === 'AGREED') - Number(b.source === 'AGREED'))
  const byOwnCode = new Map(ownCodes.map(row => [normaliseItemCode(row.itemCode), row]))
  const products: OfferedProduct[] = await catalogue(db, customerId, person)
    .where(any =>
      any
        .whereIn('products.code', codes)
        .orWhereIn('products.casNo', numbers)
        .orWhereIn(
          'products.id',
          ownCodes.map(({ productId }) => productId),
        ),
    )
    .orderBy('products.code')
    .select(OFFERED_COLUMNS)
  const byCode = new Map(products.map(product => [product.code, product]))
  const byId = new Map(products.map(product => [product.id, product]))
  return rowsToMatch.map((row): Matched => {
    const { code, cas } = row
    const exact = byCode.get(normalise('article', code ?? ''))
    if (exact) return { by: 'code', product: exact, matches: [exact] }
    const name = ownCodesOf(row)
      .map(words => byOwnCode.get(words))
      .find(match => match && byId.has(match.productId))
    if (name) {
      const item = byId.get(name.productId)!
      return { by: name.source === 'LEARNED' ? 'learned' : 'itemCode', product: item, matches: [item] }
    }
    const withCas = cas ? products.filter(({ casNo }) => casNo === cas) : []
    return withCas.length === 1
      ? { by: 'cas', product: withCas[0]!, matches: withCas }
      : { by: null, product: null, matches: withCas.slice(0, 3) }
  })
}

/** The texts of a row that may be the customer's own code or name of a product. */
const ownCodesOf = ({ code, words }: RowToMatch) =>
  [code ?? '', words ?? ''].map(normaliseItemCode).filter(text => text !== '')

/**
 * Finds the products of the customer's catalogue that are most similar to each text, best first. The catalogue is read
 * once for all texts and in slices, so that a large one is never in memory as a whole and others are answered meanwhile.
 */
export async function similarProducts(
  db: Knex,
  customerId: number,
  person: Person,
  texts: readonly string[],
  most: number,
) {
  const comparisons = texts.map(text => ({
    text,
    prefixes: new Set(wordPrefixes(text)),
    candidates: [] as OfferedProduct[],
  }))
  const stillCompared = () =>
    comparisons.filter(({ prefixes, candidates }) => prefixes.size > 0 && candidates.length < MAX_COMPARED)
  const letOthersRun = yieldEvery()
  const ids: number[] = stillCompared().length === 0 ? [] : await idsOffered(db, customerId, person)
  for (let at = 0; at < ids.length && stillCompared().length > 0; at += AT_ONCE) {
    const slice: OfferedProduct[] = await db('products')
      .join('sbu', 'sbu.id', 'products.sbuId')
      .whereIn('products.id', ids.slice(at, at + AT_ONCE))
      .orderBy('products.id')
      .select(OFFERED_COLUMNS)
    for (const product of slice) {
      const prefixes = wordPrefixes(`${product.name} ${product.code}`)
      for (const { prefixes: wanted, candidates } of comparisons)
        if (candidates.length < MAX_COMPARED && prefixes.some(each => wanted.has(each))) candidates.push(product)
      await letOthersRun()
    }
  }
  const matches: ReturnType<typeof bestMatches<OfferedProduct>>[] = []
  for (const { text, candidates } of comparisons) {
    matches.push(bestMatches(text, candidates, most))
    await letOthersRun()
  }
  return matches
}

const idsOffered = (db: Knex, customerId: number, person: Person): Promise<number[]> =>
  idsInOrder(db, catalogue(db, customerId, person), 'products.id')

/** The first three letters of each word, in which typing errors are rare. */
const wordPrefixes = (text: string) =>
  plainWords(text)
    .split(' ')
    .filter(word => word.length >= 3)
    .map(word => word.slice(0, 3))
