type Json = Record<string, unknown>

interface Operation {
  parameters?: { name: string; in: string; required?: boolean; schema: Json }[]
  requestBody?: { content: Record<string, { schema: Json }> }
  responses: Record<string, { content?: Record<string, { schema: Json }> }>
}

/**
 * What goes over the wire for each request, a line each: what is sent, what is answered, and how it is refused. Two things
 * that declared commands have all alike are left out: what may be left out may be null and the other way round, and the lists
 * of answers are described with a bound.
 */
export function wireOf({ paths }: { paths: Record<string, Record<string, Operation>> }, requests: readonly string[]) {
  return requests.map(request => {
    const [method, path] = request.split(' ') as [string, string]
    const { parameters = [], requestBody, responses } = paths[`/${path}`]![method.toLowerCase()]!
    const asked = parameters.map(({ name, in: place, required, schema }) =>
      place === 'path' ? '' : `${name}${required ? '' : '?'}: ${orAbsent(!required, typeText(schema))}`,
    )
    const sent = Object.values(requestBody?.content ?? {}).map(({ schema }) =>
      typeText(schema).replace(/(\w+): ([^,{}[\]]+) \/ null/g, '$1?: $2'),
    )
    const done = Object.entries(responses).filter(([status]) => status < '300')
    const told = done.flatMap(([status, { content = {} }]) => [
      status,
      ...Object.entries(content).map(([media, { schema }]) =>
        media.endsWith('json') ? typeText(schema).replace(/\]≤\d+/g, ']') : media,
      ),
    ])
    const refused = Object.keys(responses).filter(status => status >= '300')
    return `${request} | ${[...asked.filter(Boolean), ...sent].join(', ')} | ${told.join(' ')} | ${refused.join(' ')}`
  })
}

const orAbsent = (mayBe: boolean, type: string) => (mayBe ? type.replace(/ \/ null$/, '') : type)

function typeText(schema: Json): string {
  if (typeof schema.$ref === 'string') return schema.$ref.split('/').at(-1)!
  const kinds = (schema.oneOf ?? schema.anyOf) as Json[] | undefined
  if (kinds) return [...new Set(kinds.map(typeText))].join(' / ')
  if ('const' in schema) return JSON.stringify(schema.const)
  const types = [schema.type ?? 'any'].flat().map(String)
  return types.map(type => textOf(type, schema)).join(' / ')
}

function textOf(type: string, schema: Json): string {
  if (Array.isArray(schema.enum) && type === 'string') return schema.enum.filter(one => one !== null).join('|')
  if (type === 'array')
    return `[${typeText((schema.items ?? {}) as Json)}]${schema.maxItems ? `≤${schema.maxItems}` : ''}`
  if (type !== 'object')
    return typeof schema.maxLength === 'number' && type === 'string' ? `text≤${schema.maxLength}` : type
  const required = new Set((schema.required ?? []) as string[])
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Json>)
  const named = properties.map(
    ([name, one]) => `${name}${required.has(name) ? '' : '?'}: ${orAbsent(!required.has(name), typeText(one))}`,
  )
  return `{${named.sort().join(', ')}}`
}
