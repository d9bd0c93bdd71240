import { sapReads } from '../../access.ts'
import { type Field, text } from '../../define/fields.ts'
import type { Format } from '../../define/formats.ts'
import { type Resource, resource } from '../../define/resource.ts'
import { sapObjectNames } from '../../platform/sap-objects.ts'
import type { SapSyncRun } from '../../platform/sap-sync-run.ts'

/** What a column of SAP's holds, and so how its cells are read. */
type Kind = 'text' | 'number' | 'day' | 'flag'

export interface SapColumn {
  kind: Kind
  field: Field<string, boolean>
}

/** A file with rows of one of SAP's objects: its columns bear SAP's field names. */
export interface SapSheet {
  object: SapSyncRun['object']
  sheet: Resource
  columns: Readonly<Record<string, SapColumn>>
  /** The columns by which rows belong to one row of SAP: they are taken over together or not at all. */
  together: readonly string[]
}

interface ColumnOptions {
  max?: number
  format?: Format
  required?: boolean
  hint?: string
}

const column =
  (kind: Kind, standard: ColumnOptions = {}) =>
  (options: ColumnOptions = {}): SapColumn => {
    const { required = false, ...rest } = { max: 60, ...standard, ...options }
    return { kind, field: text({ ...rest, optional: !required }) }
  }

export const words = column('text')
/** A product: leading zeros of a number mean nothing. */
export const material = column('text', { max: 40, format: 'article', required: true })
/** The number of a document, customer or contract, with or without leading zeros. */
export const sapNumber = column('text', { max: 10, format: 'sapNumber' })
export const amount = column('number', { max: 32, hint: 'As 1234.50, -12.00 or 12.00-' })
export const day = column('day', { max: 10, hint: 'As 20261123, 2026-11-23 or 23.11.2026' })
export const mark = column('flag', { max: 5, hint: 'X, or leave empty' })

/** Declares the file of an object. */
export function sapSheet<Name extends string>({
  object,
  purpose,
  columns,
  key,
  together,
}: {
  object: SapSyncRun['object']
  purpose: string
  columns: Readonly<Record<Name, SapColumn>>
  key: readonly NoInfer<Name>[]
  together: readonly NoInfer<Name>[]
}): SapSheet {
  const fields = Object.fromEntries(
    Object.entries<SapColumn>(columns).map(([name, { field }]) => [name, { ...field, label: name }]),
  )
  const path = object.toLowerCase().replaceAll('_', '-')
  const sheet = resource({
    group: 'masters',
    name: `sap-file-${path}`,
    title: `${sapObjectNames[object]} From SAP`,
    purpose,
    fields,
    key,
    access: sapReads,
  })
  // Its page stands below that of the readings.
  return { object, sheet: { ...(sheet as Resource), path: `masters/read-data-from-sap/${path}` }, columns, together }
}
