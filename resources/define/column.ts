/** What a list shows, filters and sorts by: a row's own fields, fields through its references, and computed ones. */

import { isRelatedRows } from './computed.ts'
import type { Field } from './fields.ts'
import { labelOf } from './label.ts'
import type { Resource } from './resource.ts'

/** One reference on the way to a column: the field of `owner` that refers to a row of `target`. */
export interface ColumnStep {
  owner: Resource
  field: string
  target: Resource
}

export interface Column {
  name: string
  label: string
  /** The field of its values, optional where it lies behind references. */
  field: Field
  way: 'own' | 'through' | 'has' | 'computed'
  /** The references from the row to the value; of `has` from the other rows to this one. */
  steps: readonly ColumnStep[]
  /** The resource that holds the value, and its field. */
  owner: Resource
  leaf: string
  /** False for what holds several values a row: it can be filtered by, but neither shown nor sorted by. */
  shown: boolean
}

/** The columns every row has besides its declared fields. */
const SYSTEM_COLUMNS: Record<string, Field> = {
  id: { kind: 'number', optional: false, scale: 0 },
  rowVersion: { kind: 'number', optional: false, scale: 0 },
  isActive: { kind: 'flag', optional: false, label: 'Active' },
  createdAt: { kind: 'instant', optional: false, label: 'Created' },
  updatedAt: { kind: 'instant', optional: false, label: 'Last changed' },
  createdById: { kind: 'reference', optional: true, to: 'user', label: 'Created by' },
  updatedById: { kind: 'reference', optional: true, to: 'user', label: 'Last changed by' },
}
export const systemColumnNames: readonly string[] = Object.keys(SYSTEM_COLUMNS)

type ResourceByName = (name: string) => Resource | undefined

const MOST_STEPS = 4

/** The declared resource a reference field of `owner` points at, if any. */
function targetOf(owner: Resource, field: string, named: ResourceByName): Resource | undefined {
  const { kind, to } = (Object.hasOwn(owner.fields, field) && owner.fields[field]) || {}
  if (kind !== 'reference' || to === undefined) return undefined
  return to === 'self' ? owner : named(to)
}

/** The column of a name such as `sbuId` or `productId.sbuId`; undefined where there is none. */
export function readColumn(resource: Resource, name: string, named: ResourceByName): Column | undefined {
  if (Object.hasOwn(resource.fields, name)) return ownColumn(resource, name, resource.fields[name]!)
  if (Object.hasOwn(resource.computed, name)) return computedColumn(resource, name, named)
  if (Object.hasOwn(SYSTEM_COLUMNS, name)) return ownColumn(resource, name, SYSTEM_COLUMNS[name]!)
  return name.includes('.') ? columnThrough(resource, name, named) : undefined
}

const ownColumn = (resource: Resource, name: string, field: Field): Column => ({
  name,
  label: labelOf(name, field),
  field,
  way: 'own',
  steps: [],
  owner: resource,
  leaf: name,
  shown: true,
})

function columnThrough(resource: Resource, name: string, named: ResourceByName): Column | undefined {
  const parts = name.split('.')
  const leaf = parts.pop()!
  const way = walk(resource, parts, named)
  const owner = way?.at(-1)?.target
  const field = owner && Object.hasOwn(owner.fields, leaf) ? owner.fields[leaf] : undefined
  if (!way || !owner || !field || field.secret || field.kind === 'json' || field.kind === 'file') return undefined
  const label = labelOf(leaf, field)
  return {
    name,
    label: isLabel(resource, label)
      ? `${label} of ${inSentence(labelOf(parts[0]!, resource.fields[parts[0]!]!))}`
      : label,
    field: reached(owner, field),
    way: 'through',
    steps: way,
    owner,
    leaf,
    shown: true,
  }
}

/** «Customer» is lower-cased inside a label, «SBU» is not. */
const inSentence = (label: string) => label.replace(/^[A-Z](?![A-Z])/, letter => letter.toLowerCase())

/** Whether a field of the resource already has this label. */
const isLabel = ({ fields }: Resource, label: string) =>
  Object.entries(fields).some(([name, field]) => labelOf(name, field) === label)

/** A field as it is read through a reference: optional, and «self» becomes a reference by name. */
const reached = (owner: Resource, field: Field): Field => ({
  ...field,
  optional: true,
  ...(field.to === 'self' && { to: owner.name }),
})

function walk(from: Resource, fields: readonly string[], named: ResourceByName): ColumnStep[] | undefined {
  if (fields.length === 0 || fields.length > MOST_STEPS) return undefined
  const steps: ColumnStep[] = []
  let owner = from
  for (const field of fields) {
    const target = targetOf(owner, field, named)
    if (!target || owner.fields[field]!.secret) return undefined
    steps.push({ owner, field, target })
    owner = target
  }
  return steps
}

function computedColumn(resource: Resource, name: string, named: ResourceByName): Column | undefined {
  const computed = resource.computed[name]!
  if (!isRelatedRows(computed)) return { ...ownColumn(resource, name, { ...computed, server: true }), way: 'computed' }
  const owner = named(computed.has)
  const steps = owner && walk(owner, computed.link.split('.'), named)
  if (!owner || !steps || steps.at(-1)!.target !== resource) return undefined
  const { by, label } = computed
  if (by === undefined) {
    const field: Field = { kind: 'flag', optional: false, server: true, label: label ?? labelOf(name, {}) }
    return { ...ownColumn(resource, name, field), way: 'has', steps, owner, leaf: 'id' }
  }
  const held = Object.hasOwn(owner.fields, by) ? owner.fields[by]! : undefined
  if (!held || held.secret || held.kind === 'json' || held.kind === 'file') return undefined
  const field = { ...reached(owner, held), server: true, label: label ?? labelOf(by, held) }
  return { ...ownColumn(resource, name, field), way: 'has', steps, owner, leaf: by, shown: false }
}

/** The columns a declaration names beyond a row's own: those through references, and the computed ones. */
export const extrasOf = ({ list, filters, totals, computed }: Resource): string[] => [
  ...new Set([...[...list, ...filters, ...totals].filter(name => name.includes('.')), ...Object.keys(computed)]),
]
