import type { EntityType } from './entity-type.ts'
import { propertyOf } from './filter.ts'
import { badRequest, notFound } from './odata-error.ts'
import { literalOf, storedLiteral } from './values.ts'

/** What an address below a service names: a set, one of its rows by key, a link of that row, or a count. */
export interface Address {
  type: EntityType
  /** The key in the order of the type; null for the whole set. */
  key: unknown[] | null
  link: string | null
  counts: boolean
}

/** Reads the path below a service. Throws ODataError for what the service does not have. */
export function addressOf(types: readonly EntityType[], path: string): Address {
  const parts = path.split('/').map(part => decoded(part))
  const counts = parts.at(-1) === '$count'
  const [first = '', link = null, ...more] = counts ? parts.slice(0, -1) : parts
  const [, set = '', predicate] = /^(\w+)(?:\((.*)\))?$/s.exec(first) ?? []
  const type = types.find(one => one.set === set)
  if (!type || more.length > 0) throw notFound(`segment '${type ? more[0] : first.slice(0, 80)}'`)
  const key = predicate === undefined || predicate === '' ? null : keyValues(type, predicate)
  if (link !== null && (key === null || !Object.hasOwn(type.navigation, link))) throw notFound(`segment '${link}'`)
  if (counts && key !== null && link === null) throw notFound(`segment '$count'`)
  return { type, key, link, counts }
}

const pair = /\s*(\w+)\s*=\s*((?:datetime|datetimeoffset|time|guid)?'(?:[^']|'')*'|[^,']+)\s*(?:,|$)/y

function keyValues(type: EntityType, predicate: string): unknown[] {
  const single = literalOf(predicate.trim())
  const given = single ? new Map([[type.key[0]!, predicate.trim()]]) : pairsOf(predicate)
  const complete = given.size === type.key.length && type.key.every(name => given.has(name))
  if (!complete) throw badRequest(`Invalid key predicate type for '${type.qualifiedName}'.`)
  return type.key.map(name => {
    const literal = literalOf(given.get(name)!)
    if (!literal) throw badRequest(`Invalid key predicate for property '${name}'.`)
    return storedLiteral(name, propertyOf(type, name), literal)
  })
}

function pairsOf(predicate: string): Map<string, string> {
  const pairs = new Map<string, string>()
  pair.lastIndex = 0
  while (pair.lastIndex < predicate.length) {
    const found = pair.exec(predicate)
    if (!found) throw badRequest('Malformed key predicate.')
    pairs.set(found[1]!, found[2]!.trim())
  }
  return pairs
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw badRequest('Malformed address.')
  }
}
