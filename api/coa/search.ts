import type { Knex } from 'knex'
import { plainBatch } from '../../resources/batch-no.ts'
import { coaDocument } from '../../resources/coa/coa-document.ts'
import { MOST_BATCH } from '../../resources/coa/coa-file-name.ts'
import type { FoundCertificate, SearchChallenge } from '../../resources/coa/found-certificate.ts'
import type { Fault } from '../../resources/define/validate.ts'
import { restrict } from '../derive/rights/conditions.ts'
import type { Person } from '../derive/rights/person.ts'
import { bodyObject } from '../derive/save/read-body.ts'
import type { Call } from '../derive/service.ts'
import type { Config } from '../platform/config.ts'
import { invalid, notFound, refused } from '../platform/errors.ts'
import type { RateLimits } from '../platform/rate-limit.ts'
import { certificateToken } from './certificate-link.ts'
import { SearchChallenges } from './search-challenge.ts'

const TEN_MINUTES = 600
const HOUR = 3_600

/** One sentence for what is absent, withdrawn, superseded and only for who bought it, so that nobody learns which. */
const NOT_FOUND =
  'No certificate was found for this product and batch. Please check both. Some certificates are shown only to buyers who sign in.'

interface SearchInput {
  product: string
  batchNo: string
  challenge: unknown
  solution: unknown
}

/**
 * `POST /api/coa-searches { product, batchNo }`, with or without sign-in: the active certificate of a batch, for whoever
 * knows the code of the product and the whole batch number. Strangers have ten searches in ten minutes from one
 * address, must solve a challenge after three misses, and together have a number of misses for each product and in all.
 */
export function searchCertificates(db: Knex, { secret }: Pick<Config, 'secret'>, limits: RateLimits) {
  const byAddress = limits.of('coa-address', { tries: 10, seconds: TEN_MINUTES })
  const misses = limits.of('coa-misses', { tries: 3, seconds: TEN_MINUTES })
  const byProduct = limits.of('coa-product', { tries: 100, seconds: HOUR })
  const inAll = limits.of('coa-all', { tries: 2_000, seconds: HOUR })
  const byPerson = limits.of('coa-person', { tries: 120, seconds: TEN_MINUTES })
  const challenges = new SearchChallenges(secret, limits)

  async function asStranger(input: SearchInput, address: string): Promise<FoundCertificate> {
    // Counted before looking up, so that parallel requests get no more tries.
    await byAddress.take(address)
    const isFree = await misses.take(address).then(
      () => true,
      () => false,
    )
    if (!isFree && !(await challenges.isSolved(input.challenge, input.solution)))
      throw refused([
        {
          field: 'challenge',
          code: 'CHALLENGE',
          message: 'After several misses your browser has to solve a small task first: search again in the portal',
        },
      ])
    await byProduct.take(input.product)
    await inAll.take('all')
    const found = await lookUp(db, input)
    const shown = found?.visibility === 'PUBLIC' ? found : undefined
    if (!shown) throw notFound(NOT_FOUND)
    await Promise.all([misses.refund(address), byProduct.refund(input.product), inAll.refund('all')])
    return answer(shown, `/api/coa-links/${certificateToken(secret, shown.id)}`)
  }

  async function asPerson(input: SearchInput, person: Person): Promise<FoundCertificate> {
    await byPerson.take(String(person.id))
    const found = await lookUp(db, input)
    if (!found || !(await mayOpen(db, person, found))) throw notFound(NOT_FOUND)
    return answer(found, `/api/coa/certificates/${found.id}/file`)
  }

  return {
    searches: {
      async create(data: unknown, call: Call): Promise<FoundCertificate> {
        const input = readInput(data)
        const { person } = call
        if (person?.ability.can('read', coaDocument.path)) return asPerson(input, person)
        return asStranger(input, call.author?.ip ?? 'unknown')
      },
    },
    challenges: { create: async (): Promise<SearchChallenge> => challenges.make() },
  }
}

interface Certificate {
  id: number
  code: string
  name: string
  batchNo: string
  version: number
  expiryDate: string | null
  status: string
  visibility: string
}

const lookUp = (db: Knex, { product, batchNo }: SearchInput): Promise<Certificate | undefined> =>
  db('coa_document')
    .join('products', 'products.id', 'coa_document.productId')
    .whereIn('products.code', [product, product.toUpperCase(), product.toLowerCase()])
    .where({ 'coa_document.batchNo': batchNo, 'coa_document.status': 'ACTIVE' })
    .first('coa_document.*', 'products.code', 'products.name')

const answer = ({ code, name, batchNo, version, expiryDate }: Certificate, link: string): FoundCertificate => ({
  product: `${code} · ${name}`,
  batchNo,
  version,
  expiryDate,
  link,
})

/** Whether a person may open a certificate: one that everybody finds, or one that they read. */
export async function mayOpen(
  db: Knex,
  person: Person,
  { id, status, visibility }: Omit<Certificate, 'code' | 'name'>,
) {
  if (!person.ability.can('read', coaDocument.path)) return false
  if (status === 'ACTIVE' && visibility === 'PUBLIC') return true
  const rows = restrict(db('coa_document').where('coa_document.id', id), db, coaDocument, person, 'read', true)
  return (await rows.first('coa_document.id')) !== undefined
}

function readInput(body: unknown): SearchInput {
  const { product, batchNo, challenge, solution, ...rest } = bodyObject(body, 'The search')
  const faults: Fault[] = Object.keys(rest).map(name => ({
    field: name.slice(0, 60),
    code: 'UNKNOWN_FIELD',
    message: `${name.slice(0, 60)} is not asked here`,
  }))
  const code = typeof product === 'string' ? product.trim().toUpperCase() : ''
  const batch = typeof batchNo === 'string' ? plainBatch(batchNo) : null
  if (code === '' || code.length > 40)
    faults.push({
      field: 'product',
      code: 'REQUIRED',
      message: 'Product code is required: it is on the label and the invoice',
    })
  if (batch === null || batch.length > MOST_BATCH)
    faults.push({
      field: 'batchNo',
      code: 'REQUIRED',
      message: `Batch number is required, with at most ${MOST_BATCH} characters`,
    })
  if (faults.length > 0) throw invalid(faults)
  return { product: code, batchNo: batch!, challenge, solution }
}
