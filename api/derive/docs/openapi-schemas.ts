import { columnOf } from '../../../resources/columns.ts'
import { type RowAction, takesOneRow } from '../../../resources/define/action.ts'
import { inputsOf } from '../../../resources/define/action-inputs.ts'
import { extrasOf } from '../../../resources/define/column.ts'
import { type Condition, isNot, type Test, valuesIn } from '../../../resources/define/condition.ts'
import { conditionText } from '../../../resources/define/condition-text.ts'
import type { Field } from '../../../resources/define/fields.ts'
import { labelOf } from '../../../resources/define/label.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { keepsPast } from '../../../resources/define/succession.ts'
import { resourceNamed } from '../../../resources/registry.ts'
import { sample } from '../export/example-value.ts'

/** Whoever calls the API sends an option as it is declared. */
const asSent = (_field: Field, option: string) => option

export type JsonSchema = Record<string, unknown>

/** Under which a schema keeps the field that it describes; a symbol, so that it stays out of the document. */
const FIELD = Symbol('field')
/** The declared field that a schema describes, where it describes one. */
export const fieldOfSchema = (schema: JsonSchema) => (schema as { [FIELD]?: Field })[FIELD]

/** The JSON schema of every error response. */
export const errorSchema = {
  type: 'object',
  required: ['name', 'code', 'message', 'errors', 'requestId'],
  properties: {
    name: { type: 'string' },
    code: { type: 'integer' },
    className: { type: 'string' },
    message: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: { field: { type: 'string' }, code: { type: 'string' }, message: { type: 'string' } },
      },
    },
    requestId: { type: 'string' },
  },
}

const WHY = { type: 'string', maxLength: 500, description: 'Why; kept in the history' }
const ENTERED_ON = {
  type: 'string',
  format: 'date',
  description: 'When it was entered, where a list as on a day shows what was entered after that day',
}
const WARNING = { type: 'object', properties: { field: { type: 'string' }, message: { type: 'string' } } }

/** Returns the JSON schemas of a resource: its row, and for a master the bodies of create and change. */
export function schemasOf(resource: Resource): JsonSchema {
  const shown = Object.entries(resource.fields).filter(([, field]) => !field.secret)
  const writable = shown.filter(([, field]) => !field.server)
  const declared = resourceNamed(resource.name)
  /** A column that is read and not kept; those that a list does not show are given where `$select` names them. */
  const extraOf = (name: string): [string, Field][] => {
    const { field, label, shown } = columnOf(declared, name)!
    return shown ? [[name, { ...field, label }]] : []
  }
  const properties = (fields: [string, Field][]) =>
    Object.fromEntries(
      fields.map(([name, field]) => [name, withRowConditions(resource, field, fieldSchema(name, field))]),
    )
  const required = writable
    .filter(([, field]) => (!field.optional || field.completedLater) && field.default === undefined)
    .map(([name]) => name)
  return {
    [resource.name]: {
      type: 'object',
      properties: {
        id: { type: 'integer' },
        ...properties(shown),
        ...properties(extrasOf(resource).flatMap(extraOf)),
        ...(resource.kind !== 'report' && { rowVersion: { type: 'integer' } }),
        texts: { type: 'object' },
        ...(keepsPast(resource) && { enteredOn: ENTERED_ON }),
        warnings: { type: 'array', description: 'What looks wrong about a row that was just saved', items: WARNING },
      },
    },
    ...(resource.kind === 'master' && {
      [`${resource.name}-draft`]: {
        type: 'object',
        additionalProperties: false,
        required,
        properties: { ...properties(writable), why: WHY },
        ...requiredIfSchema(writable),
      },
      [`${resource.name}-change`]: {
        type: 'object',
        additionalProperties: false,
        required: ['rowVersion'],
        properties: {
          ...properties(writable.filter(([, field]) => !field.sap)),
          rowVersion: { type: 'integer' },
          why: WHY,
        },
      },
    }),
  }
}

/** Translates `requiredIf` to JSON schema: if the row meets the condition, the field is required. */
function requiredIfSchema(fields: [string, Field][]): JsonSchema {
  const allOf = fields.flatMap(([name, { requiredIf }]) =>
    requiredIf ? [{ anyOf: [{ not: conditionSchema(requiredIf) }, { required: [name] }] }] : [],
  )
  return allOf.length > 0 ? { allOf } : {}
}

function conditionSchema(condition: Condition): JsonSchema {
  const names = Object.keys(condition)
  const values = (test: Test) => ({ enum: valuesIn(test) })
  const properties = Object.entries(condition).map(([name, test]) => [
    name,
    isNot(test) ? { not: values(test) } : values(test),
  ])
  return { required: names, properties: Object.fromEntries(properties) }
}

/** Adds to the description of a field how it depends on the other fields of the row. */
function withRowConditions(
  { fields }: Resource,
  { onlyIf, requiredIf, lockedIf }: Field,
  schema: JsonSchema,
): JsonSchema {
  const sentences = [
    schema.description,
    onlyIf && `Filled only if ${conditionText(onlyIf, fields, asSent)}`,
    requiredIf && `Required if ${conditionText(requiredIf, fields, asSent)}`,
    lockedIf && `Fixed while ${conditionText(lockedIf, fields, asSent)}`,
  ].filter(Boolean)
  return sentences.length > 0 ? { ...schema, description: sentences.join('. ') } : schema
}

/** Returns the JSON schema of one field. */
export function fieldSchema(name: string, field: Field): JsonSchema {
  const described = { [FIELD]: field, title: labelOf(name, field), ...(field.hint && { description: field.hint }) }
  const type = (json: string) => (field.optional ? [json, 'null'] : json)
  switch (field.kind) {
    case 'text':
      return {
        ...described,
        type: type('string'),
        maxLength: field.max,
        ...(field.format && { examples: [sample(field)] }),
      }
    case 'number':
      return {
        ...described,
        type: type('integer'),
        description: `in steps of 1/${10 ** (field.scale ?? 0)} ${field.unit ?? ''}`.trim(),
      }
    case 'flag':
      return { ...described, type: type('boolean') }
    case 'date':
      return { ...described, type: type('string'), format: 'date' }
    case 'instant':
      return { ...described, type: type('string'), format: 'date-time' }
    case 'choice':
      return { ...described, type: type('string'), enum: field.optional ? [...field.options!, null] : field.options }
    case 'list':
      return { ...described, type: type('array'), items: { type: 'string', enum: field.options } }
    case 'json':
      return described
    case 'reference':
    case 'file':
      return { ...described, type: type('integer'), description: `id of ${field.to}` }
  }
}

/** Returns the schema of an action's body: its name, the rows in the version that was read, and the action's fields. */
export function actionSchema(resource: Resource, name: string, action: RowAction): JsonSchema {
  const { fields } = inputsOf(resource, action)
  const entries = Object.entries(fields)
  const needed = entries.filter(([, field]) => !field.optional && field.default === undefined).map(([field]) => field)
  const onRows = action.on !== 'list'
  return {
    type: 'object',
    title: action.label,
    ...(Object.keys(action.when).length > 0 && {
      description: `Possible only while ${conditionText(action.when, resource.fields, asSent)}`,
    }),
    additionalProperties: false,
    required: ['action', ...(onRows ? ['rows'] : []), ...(needed.length > 0 ? ['asked'] : [])],
    properties: {
      action: { const: name },
      ...(onRows && {
        rows: { type: 'array', minItems: 1, maxItems: takesOneRow(action) ? 1 : 1000, items: VERSIONED_ROW },
      }),
      ...(entries.length > 0 && {
        asked: {
          type: 'object',
          additionalProperties: false,
          required: needed,
          properties: Object.fromEntries(entries.map(([field, declared]) => [field, fieldSchema(field, declared)])),
        },
      }),
      why: WHY,
    },
  }
}

const VERSIONED_ROW = {
  type: 'object',
  required: ['id', 'rowVersion'],
  properties: { id: { type: 'integer' }, rowVersion: { type: 'integer' } },
}
