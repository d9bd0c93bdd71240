import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { SearchChallenge } from '../../resources/coa/commands.ts'
import { beginsWithZeros } from '../../resources/coa/leading-zeros.ts'
import { now } from '../platform/clock.ts'
import type { RateLimits } from '../platform/http/rate-limit.ts'

/** A browser needs about a second for so many bits; who guesses thousands of batches needs hours. */
const BITS = 14
const SECONDS = 300

const signed = (secret: string, text: string) =>
  createHmac('sha256', secret).update(`coa challenge ${text}`).digest('base64url')

/** Challenges of the public search: signed, good for five minutes and for one search. */
export class SearchChallenges {
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
