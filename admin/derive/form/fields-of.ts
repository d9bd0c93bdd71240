import type { Field } from '../../../resources/define/fields.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import type { May } from '../../account/person.ts'

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
