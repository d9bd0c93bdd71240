import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Knex } from 'knex'
import { coaDocument } from '../../resources/coa/coa-document.ts'
import type { CertificateSearch, FoundCertificate, SearchChallenge } from '../../resources/coa/commands.ts'
import { beginsWithZeros } from '../../resources/coa/leading-zeros.ts'
import { restrict } from '../derive/rights/conditions.ts'
import type { Person } from '../derive/rights/person.ts'
import { now } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { notFound, refused } from '../platform/errors.ts'
import type { RateLimits } from '../platform/http/rate-limit.ts'
import { certificateToken } from './certificate-link.ts'

/** A browser needs about a second for so many bits; who guesses thousands of batches needs hours. */
const BITS = 14
const SECONDS = 300

const TEN_MINUTES = 600
const HOUR = 3_600

/** One sentence for what is absent, withdrawn, superseded and only for who bought it, so that nobody learns which. */
const NOT_FOUND =
  'No certificate was found for this product and batch. Please check both. Some certificates are shown only to buyers who sign in.'

/**
 * The search for the active certificate of a batch, with or without sign-in, for whoever knows the code of the product and
 * the whole batch number. Strangers have ten searches in ten minutes from one address, must solve a challenge after three
 * misses, and together have a number of misses for each product and in all.
 */
export function certificateSearch({ secret }: Pick<Config, 'secret'>, limits: RateLimits) {
  const byAddress = limits.of('coa-address', { tries: 10, seconds: TEN_MINUTES })
  const misses = limits.of('coa-misses', { tries: 3, seconds: TEN_MINUTES })
  const byProduct = limits.of('coa-product', { tries: 100, seconds: HOUR })
  const inAll = limits.of('coa-all', { tries: 2_000, seconds: HOUR })
  const byPerson = limits.of('coa-person', { tries: 120, seconds: TEN_MINUTES })
  const challenges = new SearchChallenges(secret, limits)

  async function asStranger(db: Knex, input: CertificateSearch, address: string): Promise<FoundCertificate> {
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
    const certificate = await lookUp(db, input)
    const shown = certificate?.visibility === 'PUBLIC' ? certificate : undefined
    if (!shown) throw notFound(NOT_FOUND)
    await Promise.all([misses.refund(address), byProduct.refund(input.product), inAll.refund('all')])
    return answer(shown, `/api/coa-links/${certificateToken(secret, shown.id)}`)
  }

  async function asPerson(db: Knex, input: CertificateSearch, person: Person): Promise<FoundCertificate> {
    await byPerson.take(String(person.id))
    const certificate = await lookUp(db, input)
    if (!certificate || !(await mayOpen(db, person, certificate))) throw notFound(NOT_FOUND)
    return answer(certificate, `/api/coa/certificates/${certificate.id}/file`)
  }

  return {
    find(db: Knex, search: CertificateSearch, { person, ip }: { person: Person | undefined; ip: string | null }) {
      const input = { ...search, product: search.product.toUpperCase() }
      if (person?.ability.can('read', coaDocument.path)) return asPerson(db, input, person)
      return asStranger(db, input, ip ?? 'unknown')
    },
    makeChallenge: () => challenges.make(),
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

const lookUp = (db: Knex, { product, batchNo }: CertificateSearch): Promise<Certificate | undefined> =>
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

const signed = (secret: string, text: string) =>
  createHmac('sha256', secret).update(`coa challenge ${text}`).digest('base64url')

/** Challenges of the public search: signed, good for five minutes and for one search. */
class SearchChallenges {
  readonly #secret: string
  readonly #used

  constructor(secret: string, limits: RateLimits) {
    this.#secret = secret
    this.#used = limits.of('coa-challenge-used', { tries: 1, seconds: SECONDS })
  }

  make(): SearchChallenge {
    const text = `${Date.parse(now())}.${randomBytes(12).toString('base64url')}`
    return { challenge: `${text}.${signed(this.#secret, text)}`, bits: BITS }
  }

  /** Whether a solution fits its challenge; true once for each. */
  async isSolved(challenge: string | null, solution: string | null): Promise<boolean> {
    if (challenge === null || solution === null) return false
    const [, text, at, mark] = /^((\d{13})\.[\w-]{16})\.([\w-]{43})$/.exec(challenge) ?? []
    if (!text || !mark) return false
    if (!timingSafeEqual(Buffer.from(signed(this.#secret, text)), Buffer.from(mark))) return false
    const age = Date.parse(now()) - Number(at)
    if (age < 0 || age > SECONDS * 1000) return false
    const hash = createHash('sha256').update(`${challenge}:${solution}`).digest()
    if (!beginsWithZeros(hash, BITS)) return false
    return this.#used.take(text).then(
      () => true,
      () => false,
    )
  }
}
