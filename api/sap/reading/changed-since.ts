import { now } from '../../platform/clock.ts'
import type { SapFields } from '../http/fields.ts'
import { collectionRows, instantOfSap, odataLiteral } from '../http/odata.ts'
import { SapError, sameAgain } from '../http/sap-error.ts'
import { readAnswer, type SapSession } from '../http/session.ts'
import type { EntitySet } from '../identity/entity-sets.ts'
import { MoneyFault } from '../identity/money.ts'
import { allOf, isOurs, oursFilter, type Reach } from '../identity/whose.ts'

/** Called with the number of a document that cannot be read, and the reason; with a code it is a whole sentence. */
export type Unreadable = (number: string, reason: string, code?: string) => void

/** Tells of a document that cannot be read. */
export const tellUnreadable = (tell: Unreadable, number: string, error: RangeError) =>
  error instanceof MoneyFault ? tell(number, error.message, error.code) : tell(number, error.message)

/** How documents that changed are asked for. */
export interface SinceHow {
  page?: number | undefined
  /** Told of each that cannot be read, which is then left out. */
  unreadable?: Unreadable | undefined
  /** Told of each that SAP gave and that is not ours. */
  others?: (() => void) | undefined
}

/** Documents of SAP that bear the time of their last change, and how one of them is read. */
export interface SapEntity<Document> extends EntitySet {
  title: string
  /** Throws RangeError when it cannot be read; `askedAt` is when the portal requested it. */
  read(row: Record<string, unknown>, fields: SapFields, askedAt: string): Document
}

/** How often a page that is not the one asked for is asked for again. */
const MOST_REPEATS = 3

/**
 * Continues from the last change seen instead of only skipping rows: a document that changes while we page moves to the
 * end, and with skipping alone its successor would be missed. A page that SAP gives twice is asked for again.
 */
export async function* changedSince<Document>(
  session: SapSession,
  entity: SapEntity<Document>,
  readFields: () => Promise<SapFields>,
  instant: string,
  { page = 100, unreadable: tell, others = () => undefined }: SinceHow = {},
): AsyncGenerator<Document> {
  const fields = await readFields()
  let seen = new Set<string>()
  let since = instant
  let skip = 0
  let repeats = 0
  for (;;) {
    const askedAt = now()
    const { rows, more } = await onePage(session, entity, since, { page, skip, reach: fields })
    const isEarlier = rows.some(({ changedAt }) => changedAt < since)
    if (isEarlier || (skip > 0 && more && rows.every(({ key }) => seen.has(key)))) {
      if (++repeats > MOST_REPEATS) throw sameAgain()
      continue
    }
    for (const { row, key } of rows.filter(({ key }) => !seen.has(key))) {
      seen.add(key)
      if (!isOurs(entity.identity, row, fields)) {
        others()
        continue
      }
      const document = read(entity, row, fields, askedAt, tell)
      if (document) yield document
    }
    const last = rows.at(-1)
    if (!more || !last) return
    if (last.changedAt === since) skip += rows.length
    else {
      skip = 0
      since = last.changedAt
      // Whatever changed before is not given again.
      seen = new Set(rows.filter(({ changedAt }) => changedAt === since).map(({ key }) => key))
    }
  }
}

async function onePage(
  session: SapSession,
  { path, key: [number = ''], expand = [], identity }: SapEntity<unknown>,
  since: string,
  { page, skip, reach }: { page: number; skip: number; reach: Reach },
) {
  const field = identity.changed!.field
  const filter = allOf(`${field} ge datetimeoffset${odataLiteral(since)}`, oursFilter(identity, reach))!
  const answer = await session.get(path, {
    $filter: filter,
    $expand: expand.join(),
    $orderby: `${field},${number}`,
    $top: page,
    $skip: skip,
  })
  return readAnswer(answer.text, collection => {
    if (!Array.isArray(collection.results)) throw new RangeError('no list')
    const rows = collectionRows(collection).map(row => {
      const changedAt = instantOfSap(row[field])
      return { row, changedAt, key: `${row[number]} ${changedAt}` }
    })
    return { rows, more: rows.length >= page || typeof collection.__next === 'string' }
  })
}

function read<Document>(
  entity: SapEntity<Document>,
  row: Record<string, unknown>,
  fields: SapFields,
  askedAt: string,
  tell: Unreadable | undefined,
): Document | null {
  try {
    return entity.read(row, fields, askedAt)
  } catch (error) {
    const number = String(row[entity.key[0]!])
    if (!(error instanceof RangeError) || !tell) throw unreadableError(entity, number, error)
    tellUnreadable(tell, number, error)
    return null
  }
}

/** The error for a document that cannot be read; any other error stays what it is. */
export const unreadableError = ({ title }: Pick<SapEntity<unknown>, 'title'>, number: string, error: unknown) =>
  error instanceof MoneyFault
    ? new SapError('UNKNOWN', error.message)
    : error instanceof RangeError
      ? new SapError('UNKNOWN', `SAP's ${title} ${number} could not be read: ${error.message}.`)
      : error
