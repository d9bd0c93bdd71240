import fc from 'fast-check'
import { openApi } from '../../api/derive/docs/openapi.ts'

type Json = Record<string, unknown>

/** A command of the document: what is sent as JSON, with an example of it. */
export interface DescribedCommand {
  request: string
  method: 'POST' | 'PATCH'
  /** With the id of a row that is there. */
  path: string
  schema: Json
  example: Json
}

/** Every request of the document that sends JSON. */
export function describedCommands(): DescribedCommand[] {
  const { paths, components } = openApi() as { paths: Record<string, Json>; components: { schemas: Json } }
  return Object.entries(paths).flatMap(([path, operations]) =>
    (['post', 'patch'] as const).flatMap(verb => {
      const operation = operations[verb] as { requestBody?: { content: Record<string, Json> } } | undefined
      const json = operation?.requestBody?.content['application/json']
      if (!json) return []
      const method = verb === 'post' ? ('POST' as const) : ('PATCH' as const)
      const schema = resolved(json.schema as Json, components.schemas)
      const example = (json.example ?? {}) as Json
      return { request: `${method} ${path}`, method, path: `/api${path.replace(/\{\w+\}/, '1')}`, schema, example }
    }),
  )
}

const resolved = (schema: Json, schemas: Json): Json =>
  typeof schema.$ref === 'string' ? (schemas[schema.$ref.split('/').at(-1)!] as Json) : schema

/** The properties of a body, of all its kinds. */
export function propertiesOf({ oneOf, properties }: Json): Record<string, Json> {
  const kinds = Array.isArray(oneOf) ? (oneOf as Json[]).map(propertiesOf) : []
  return Object.assign({}, ...kinds, properties)
}

const typesOf = ({ type, anyOf }: Json): string[] =>
  Array.isArray(anyOf) ? (anyOf as Json[]).flatMap(typesOf) : [type ?? []].flat().map(String)

/** Values of no type that a property of a body may have. */
export function wrongValues(schema: Json): unknown[] {
  const types = typesOf(schema)
  return [
    ...(types.includes('string') ? [] : ['x', 'a text of more than one word']),
    ...(types.includes('integer') ? [1.5, 1e300, '7x'] : [7]),
    ...(types.includes('boolean') ? [] : [true]),
    ...(types.includes('array') ? [[{}, [], 7.5]] : [[1], []]),
    ...(types.includes('object') ? [] : [{ $ne: 1 }, { toString: 'x', length: 3 }]),
    ...(typeof schema.maxLength === 'number' ? ['x'.repeat(schema.maxLength * 10 + 1)] : []),
    ...(typeof schema.maxItems === 'number' ? [Array.from({ length: schema.maxItems + 1 }, () => null)] : []),
  ]
}

const odd = fc.oneof(
  fc.constantFrom<unknown>(
    ...[null, '', ' ', 0, -1, 1.5, 1e21, 2 ** 60, true, [], {}, [[]], [null], { length: 1 }, [1, 'x', {}]],
    ...['x'.repeat(5_000), '\u0000', '\ud800', '__proto__', '2026-02-31', { constructor: { prototype: 1 } }, [[[[]]]]],
  ),
  fc.integer(),
  fc.boolean(),
  fc.double(),
  fc.string({ maxLength: 20 }),
  fc.array(fc.oneof(fc.integer(), fc.string({ maxLength: 4 }), fc.constant(null)), { maxLength: 4 }),
  fc.dictionary(fc.constantFrom('id', 'rowVersion', 'step', 'body', 'toString', '$in'), fc.anything({ maxDepth: 1 })),
)

/** What is done to an example: at the place of a number, counted through all its values, it is replaced or left out. */
interface Edit {
  at: number
  value: unknown
  leaveOut: boolean
}

const edit: fc.Arbitrary<Edit> = fc.record({ at: fc.nat(40), value: odd, leaveOut: fc.boolean() })

/** A command with a body of odd values in the places of its example, or in the place of all of it. */
export const oddCommand = (commands: readonly DescribedCommand[]) =>
  fc.record({
    command: fc.constantFrom(...commands),
    who: fc.nat(5),
    edits: fc.array(edit, { minLength: 1, maxLength: 4 }),
    whole: fc.option(odd, { freq: 12 }),
  })

/** The example of a command with all that is done to it. */
export function edited({ example, schema }: DescribedCommand, edits: readonly Edit[]): Json {
  const body = structuredClone({ ...blank(schema), ...example })
  for (const { at, value, leaveOut } of edits) {
    const places = placesIn(body)
    const [holder, name] = places[at % Math.max(1, places.length)] ?? [body, 'x']
    if (leaveOut && !Array.isArray(holder)) delete (holder as Json)[name]
    else (holder as Json)[name] = value
  }
  return body
}

const blank = (schema: Json) => Object.fromEntries(Object.keys(propertiesOf(schema)).map(name => [name, null]))

function placesIn(value: unknown): [object, string][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, own]): [object, string][] => [[value, name], ...placesIn(own)])
}
