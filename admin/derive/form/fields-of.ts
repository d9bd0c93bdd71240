import { dayOf } from '../../../resources/define/dates.ts'
import type { Field } from '../../../resources/define/fields.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { keptOf } from '../../../resources/define/succession.ts'
import type { May } from '../../account/person.ts'
import type { ApiRow } from '../value-text.ts'

/** A field as a form shows it: editable, or read-only with the reason. */
export interface FormField {
  name: string
  field: Field
  editable: boolean
  /** Why the field is read-only. */
  readOnlyBy?: 'SAP' | 'Bilty' | 'rights' | 'state' | 'mask' | 'force'
  /** Whether a row with these values must have it. */
  required?: boolean
}

/** The fields of a form, in the order of the declaration. A new row has none of those that only the product writes. */
export function formFields(resource: Resource, isNew: boolean, may: May): FormField[] {
  return Object.entries(resource.fields).flatMap(([name, field]): FormField[] => {
    if (field.secret || field.kind === 'json' || (field.kind === 'file' && !field.sentFor)) return []
    if (field.server) return isNew ? [] : [{ name, field, editable: false, readOnlyBy: 'Bilty' }]
    if (field.sap && !isNew) return [{ name, field, editable: false, readOnlyBy: 'SAP' }]
    const allowed = may(isNew ? 'create' : 'update', resource.path, name)
    return allowed
      ? [{ name, field, editable: true }]
      : isNew
        ? []
        : [{ name, field, editable: false, readOnlyBy: 'rights' }]
  })
}

/**
 * The fields of the form of a row: without what this person does not see, of which an empty value would be wrong. Whom
 * and what a row is for stays once it has counted.
 */
export function fieldsOfRow(resource: Resource, row: ApiRow, may: May): FormField[] {
  const kept = keptOf(resource, row, dayOf(new Date().toISOString()))
  return formFields(resource, false, may)
    .filter(({ name }) => name in row)
    .map(one => (one.editable && kept.includes(one.name) ? { ...one, editable: false, readOnlyBy: 'force' } : one))
}
