import { maskOf } from '../../resources/define/mask.ts'
import type { Resource } from '../../resources/define/resource.ts'
import type { Person } from '../platform/person.ts'
import { maskedFor, readableBy } from './conditions.ts'
import { only } from './write.ts'

type Values = Record<string, unknown>

/** Of a row's own columns those the person may read, the ones masked for him as their mask; a value that is not there stays so. */
export function told(person: Person, resource: Resource, values: Values): Values {
  const masked = maskedFor(person, resource)
  const open = only(readableBy(person, resource), values)
  return masked.length === 0 ? open : { ...open, ...masksOf(resource, masked, values) }
}

/** A row that was read with more than the person may see in full: the masked columns become their masks. */
export function withMasks<V extends Values>(person: Person | undefined, resource: Resource, row: V): V {
  const masked = person ? maskedFor(person, resource) : []
  return masked.length === 0 ? row : { ...row, ...masksOf(resource, masked, row) }
}

const masksOf = (resource: Resource, masked: readonly string[], values: Values): Values =>
  Object.fromEntries(
    masked.flatMap(name => (name in values ? [[name, maskOf(resource.fields[name]!, values[name])]] : [])),
  )
