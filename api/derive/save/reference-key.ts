import { dependsOn } from '../../../resources/define/choice-filter.ts'
import type { Field } from '../../../resources/define/fields.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { resourceNamed } from '../../../resources/registry.ts'

/** How a file refers to a row: by one part of its key, among the rows that match other columns. */
export interface ReferenceKey {
  name: string
  field: Field
  target: Resource
  /** The key part in the reference's own column; `id` where the key has no part of text or number. */
  own: string
  /** Columns of the target with fixed values in every row that may be chosen. */
  fixed: readonly (readonly [string, string | boolean])[]
  context: readonly Context[]
}

/** A key part that is itself a reference: the state of a city, the customer of a ship-to. */
interface Context {
  /** The column of the target. */
  part: string
  /** The field of the importing row that refers to the same row; null where the file needs a column for it. */
  sibling: string | null
  target: Resource
  own: string
}

/** Returns the resource that a reference refers to. */
const referencedResource = (resource: Resource, field: Field): Resource =>
  resourceNamed(field.to === 'self' ? resource.name : field.to!)

/** Returns how files refer to the rows of the reference `name`. */
export function referenceKeyOf(resource: Resource, name: string): ReferenceKey {
  const field = resource.fields[name]!
  const target = referencedResource(resource, field)
  const fixed = Object.entries(field.where ?? {}).filter(([, value]) => dependsOn(value) === undefined)
  const free = target.key.filter(part => !fixed.some(([column]) => column === part))
  const context = free
    .filter(part => target.fields[part]!.kind === 'reference')
    .map(part => {
      const next = referencedResource(target, target.fields[part]!)
      return { part, sibling: siblingOf(resource, name, part, next), target: next, own: ownPart(next, next.key) }
    })
    .filter(({ own }) => own !== 'id')
  return { name, field, target, own: ownPart(target, free), fixed, context }
}

const ownPart = (target: Resource, parts: readonly string[]) =>
  parts.filter(part => target.fields[part]!.kind !== 'reference').at(-1) ?? 'id'

/** Returns the field that refers to the same row: `stateId` for `cityId`, `fromStateId` for `fromCityId`. */
function siblingOf(resource: Resource, name: string, part: string, target: Resource): string | null {
  const alike = Object.values(resource.fields).filter(({ to }) => to === resource.fields[name]!.to).length
  const matches = Object.keys(resource.fields).filter(other => {
    if (other === name || resource.fields[other]!.to !== target.name) return false
    if (other === part) return alike === 1
    const prefix = other.slice(0, -part.length)
    return prefix !== '' && other === prefix + part.charAt(0).toUpperCase() + part.slice(1) && name.startsWith(prefix)
  })
  return matches.at(-1) ?? null
}
