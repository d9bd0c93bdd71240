import type { RowAction } from './action.ts'
import type { Resource } from './resource.ts'

/** The inputs of an action as a declaration of their own, so that they are cleaned, validated and shown like fields. */
export const inputsOf = (resource: Resource, { inputs: ask, label }: RowAction): Resource => ({
  ...resource,
  title: label,
  fields: ask,
  key: [],
  rules: [],
  dated: false,
})
