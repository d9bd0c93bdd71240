import { columnOf } from '../../../resources/columns.ts'
import { askedBy, type RowAction } from '../../../resources/define/action.ts'
import { extrasOf } from '../../../resources/define/column.ts'
import { type Condition, conditionText, isNot, type Test, valuesIn } from '../../../resources/define/condition.ts'
import type { Field } from '../../../resources/define/fields.ts'
import { labelOf } from '../../../resources/define/label.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { resourceNamed } from '../../../resources/registry.ts'

export type Schema = Record<string, unknown>

/** How a refusal looks, whoever gives it. */
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
const WARNING = { type: 'object', properties: { field: { type: 'string' }, message: { type: 'string' } } }

/** The rows, drafts and changes of a resource as JSON schemas, by the names under which paths speak of them. */
export function schemasOf(resource: Resource): Schema {
  const shown = Object.entries(resource.fields).filter(([, field]) => !field.secret)
  const writable = shown.filter(([, field]) => !field.server)
  const whole = resourceNamed(resource.name)
  /** A column that is read and not kept; those that a list does not show are given where `$select` names them. */
  const extraOf = (name: string): [string, Field][] => {
    const { field, label, shown } = columnOf(whole, name)!
    return shown ? [[name, { ...field, label }]] : []
  }
  const properties = (fields: [string, Field][]) =>
    Object.fromEntries(fields.map(([name, field]) => [name, inRow(resource, field, schemaOf(name, field))]))
  const required = writable.filter(([, field]) => !field.optional && field.default === undefined).map(([name]) => name)
  return {
    [resource.name]: {
      type: 'object',
      properties: {
        id: { type: 'integer' },
        ...properties(shown),
        ...properties(extrasOf(resource).flatMap(extraOf)),
        ...(resource.kind !== 'report' && { rowVersion: { type: 'integer' } }),
        texts: { type: 'object' },
        warnings: { type: 'array', description: 'Of a row just saved: what looks wrong about it', items: WARNING },
      },
    },
    ...(resource.kind === 'master' && {
      [`${resource.name}-draft`]: {
        type: 'object',
        additionalProperties: false,
        required,
        properties: { ...properties(writable), why: WHY },
        ...conditional(writable),
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

/** `requiredIf` as JSON schema says it: if the row is like this, then the field is required. */
function conditional(fields: [string, Field][]): Schema {
  const allOf = fields.flatMap(([name, { requiredIf }]) =>
    requiredIf ? [{ anyOf: [{ not: likeThis(requiredIf) }, { required: [name] }] }] : [],
  )
  return allOf.length > 0 ? { allOf } : {}
}

function likeThis(condition: Condition): Schema {
  const names = Object.keys(condition)
  const values = (test: Test) => ({ enum: valuesIn(test) })
  const properties = Object.entries(condition).map(([name, test]) => [
    name,
    isNot(test) ? { not: values(test) } : values(test),
  ])
  return { required: names, properties: Object.fromEntries(properties) }
}

/** What the rest of a row says about a field, in its description. */
function inRow({ fields }: Resource, { onlyIf, requiredIf, lockedIf }: Field, schema: Schema): Schema {
  const says = [
    schema.description,
    onlyIf && `Empty unless ${conditionText(onlyIf, fields)}`,
    requiredIf && `Required if ${conditionText(requiredIf, fields)}`,
    lockedIf && `Fixed while ${conditionText(lockedIf, fields)}`,
  ].filter(Boolean)
  return says.length > 0 ? { ...schema, description: says.join('. ') } : schema
}

/** One field as JSON schema. */
function schemaOf(name: string, field: Field): Schema {
  const described = { title: labelOf(name, field), ...(field.hint && { description: field.hint }) }
  const type = (json: string) => (field.optional ? [json, 'null'] : json)
  switch (field.kind) {
    case 'text':
      return { ...described, type: type('string'), maxLength: field.max }
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

/** The body of an action: its name, the rows as they were seen, and what it asks. */
export function actionSchema(resource: Resource, name: string, action: RowAction): Schema {
  const { fields } = askedBy(resource, action)
  const asked = Object.entries(fields)
  const needed = asked.filter(([, field]) => !field.optional && field.default === undefined).map(([field]) => field)
  const onRows = action.on !== 'list'
  return {
    type: 'object',
    title: action.label,
    ...(Object.keys(action.when).length > 0 && {
      description: `Possible only while ${conditionText(action.when, resource.fields)}`,
    }),
    additionalProperties: false,
    required: ['action', ...(onRows ? ['rows'] : []), ...(needed.length > 0 ? ['asked'] : [])],
    properties: {
      action: { const: name },
      ...(onRows && { rows: { type: 'array', minItems: 1, maxItems: action.on === 'row' ? 1 : 1000, items: SEEN } }),
      ...(asked.length > 0 && {
        asked: {
          type: 'object',
          additionalProperties: false,
          required: needed,
          properties: Object.fromEntries(asked.map(([field, declared]) => [field, schemaOf(field, declared)])),
        },
      }),
      why: WHY,
    },
  }
}

const SEEN = {
  type: 'object',
  required: ['id', 'rowVersion'],
  properties: { id: { type: 'integer' }, rowVersion: { type: 'integer' } },
}
