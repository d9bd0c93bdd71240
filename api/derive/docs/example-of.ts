import type { JsonSchema } from './openapi-schemas.ts'

/** Returns a value that fits a schema; `named` are the schemas it refers to. */
export function exampleOf(schema: JsonSchema, named: JsonSchema): unknown {
  if (Array.isArray(schema.examples)) return schema.examples[0]
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0]
  const ref = typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1)! : undefined
  if (ref) return exampleOf((named[ref] ?? {}) as JsonSchema, named)
  const [first] = (schema.oneOf ?? schema.anyOf ?? []) as JsonSchema[]
  if (first && !schema.properties) return exampleOf(first, named)
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'array') return schema.items ? [exampleOf(schema.items as JsonSchema, named)] : []
  if (type === 'object') return exampleOfObject(schema, named)
  if (type === 'boolean') return false
  if (type === 'integer' || type === 'number') return Math.max(Number(schema.minimum ?? 1), 0)
  if (type !== 'string') return null
  if (schema.format === 'date') return '2026-04-01'
  if (schema.format === 'date-time') return '2026-04-01T04:30:00.000Z'
  return 'ABC1234567'.slice(0, Number(schema.maxLength ?? 10))
}

const exampleOfObject = ({ properties = {} }: JsonSchema, named: JsonSchema) =>
  Object.fromEntries(
    Object.entries(properties as Record<string, JsonSchema>).map(([name, schema]) => [name, exampleOf(schema, named)]),
  )
