import type { EntityType } from './entity-type.ts'
import { badRequest } from './odata-error.ts'
import { type Literal, literalOf, storedLiteral } from './values.ts'

const comparisons = ['eq', 'ne', 'gt', 'ge', 'lt', 'le'] as const
export type Comparison = (typeof comparisons)[number]

/** A checked `$filter`: values in the form in which they are stored. */
export type Filter =
  | { is: 'and'; left: Filter; right: Filter }
  | { is: 'or'; left: Filter; right: Filter }
  | { is: 'compare'; by: Comparison; name: string; value: string | number | null }
  | { is: 'contains'; name: string; value: string }
  | { is: 'starts'; name: string; value: string }

const word = /\s*(?:([()])|(,)|((?:datetime|datetimeoffset|time|guid)?'(?:[^']|'')*')|([^\s(),']+))/y

/** Reads a `$filter`. Throws ODataError for one that is malformed or names a property the entity does not have. */
export function parseFilter(type: EntityType, source: string): Filter {
  const words = wordsOf(source)
  let at = 0
  const take = (expected?: string): string => {
    const found = words[at++]
    if (found === undefined || (expected !== undefined && found !== expected)) throw malformed(source)
    return found
  }

  function either(): Filter {
    let left = both()
    while (words[at] === 'or') {
      at++
      left = { is: 'or', left, right: both() }
    }
    return left
  }

  function both(): Filter {
    let left = single()
    while (words[at] === 'and') {
      at++
      left = { is: 'and', left, right: single() }
    }
    return left
  }

  function single(): Filter {
    const first = take()
    if (first === '(') {
      const inner = either()
      take(')')
      return inner
    }
    if ((first === 'substringof' || first === 'startswith') && words[at] === '(') return search(first)
    return comparison(first)
  }

  /** `substringof('x',Name)` has its text first, `startswith(Name,'x')` its property; both may be followed by `eq true`. */
  function search(called: string): Filter {
    take('(')
    const first = take()
    take(',')
    const second = take()
    take(')')
    const [name, value] = called === 'substringof' ? [second, first] : [first, second]
    if (words[at] === 'eq') {
      at++
      take('true')
    }
    const literal = literalOf(value)
    if (propertyOf(type, name).edm !== 'String' || literal?.kind !== 'text') throw malformed(source)
    return { is: called === 'substringof' ? 'contains' : 'starts', name, value: literal.value }
  }

  function comparison(name: string): Filter {
    const property = propertyOf(type, name)
    const by = comparisons.find(one => one === words[at])
    if (!by) throw malformed(source)
    at++
    const literal: Literal | null = literalOf(take())
    if (!literal) throw malformed(source)
    return { is: 'compare', by, name, value: storedLiteral(name, property, literal) }
  }

  const filter = either()
  if (at < words.length) throw malformed(source)
  return filter
}

/** The property of a name. Throws ODataError, as SAP Gateway does, when the entity has none. */
export function propertyOf(type: EntityType, name: string) {
  const found = Object.hasOwn(type.properties, name) ? type.properties[name] : undefined
  if (!found) throw badRequest(`Property '${name}' not found in type '${type.qualifiedName}'.`)
  return found
}

function wordsOf(source: string): string[] {
  const words: string[] = []
  word.lastIndex = 0
  while (word.lastIndex < source.trimEnd().length) {
    const found = word.exec(source)
    if (!found) throw malformed(source)
    words.push(found[0].trim())
  }
  return words
}

const malformed = (source: string) => badRequest(`Invalid filter expression: ${source.slice(0, 200)}.`)
