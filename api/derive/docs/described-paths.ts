import { postingLimits } from '../../../resources/settings/posting-limits.ts'
import type { Person } from '../rights/person.ts'
import type { JsonSchema } from './openapi-schemas.ts'
import { operationOf, refusalsOf } from './operation.ts'
import { describedRoutes, type Route, schemaOfPart } from './route.ts'

/** The paths of the described routes, as far as a person may ask them; `named` are the schemas of the resources. */
export function describedPaths(person: Person | undefined, named: JsonSchema): Record<string, JsonSchema> {
  const paths: Record<string, JsonSchema> = {}
  for (const [request, route] of describedRoutes()) {
    if (person && route.isFor && !route.isFor(person)) continue
    const [method, path] = request.split(' ') as [string, string]
    const operation = operationOf(partsOf(method, path, route, person), named)
    paths[`/${path}`] = { ...paths[`/${path}`], [method.toLowerCase()]: operation }
  }
  return paths
}

function partsOf(method: string, path: string, route: Route, person: Person | undefined) {
  const { inPath = {}, query = {}, body, answer, examples = {}, isUpload, isIdempotent, isPublic = false } = route
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const bodySchema = body && schemaOfPart('', body, person)
  const answerSchema = answer && schemaOfPart('', answer, person)
  const takes = names.length > 0 || Object.keys(query).length > 0
  return {
    id: `${method.toLowerCase()}-${path.replaceAll(/[{}]/g, '').replaceAll('/', '-')}`,
    summary: route.summary,
    tag: route.tag,
    parameters: [
      ...names.map(name => ({
        name,
        in: 'path',
        required: true,
        schema: inPath[name] ? schemaOfPart(name, inPath[name], person) : ID,
      })),
      ...Object.entries(query).map(([name, one]) => ({
        name,
        in: 'query',
        required: !('optional' in one) ? false : !one.optional,
        schema: schemaOfPart(name, one, person) ?? {},
      })),
      ...(isIdempotent ? [{ ...KEY, required: isIdempotent === 'must' }] : []),
    ],
    ...(bodySchema && {
      body: {
        schema: isUpload ? withFile(bodySchema) : bodySchema,
        media: isUpload ? 'multipart/form-data' : 'application/json',
        example: examples.body,
      },
    }),
    ...(answerSchema && { answer: { schema: answerSchema, example: examples.answer } }),
    ...(route.media && { media: route.media }),
    status: route.status ?? (method === 'POST' ? 201 : 200),
    refusals: {
      ...refusalsOf({ isPublic, takes, one: names.length > 0, writes: method !== 'GET' && method !== 'DELETE' }),
      ...(isUpload && { 413: undefined, 415: undefined }),
      ...(postingLimits[`${method} ${path}`] && { 429: undefined }),
      ...route.refusals,
    },
    isPublic,
  }
}

const withFile = (schema: JsonSchema): JsonSchema => ({
  ...schema,
  required: ['file', ...((schema.required as string[] | undefined) ?? [])],
  properties: { file: { type: 'string', format: 'binary' }, ...(schema.properties as object) },
})

const ID = { type: 'integer', minimum: 1 }

const KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'A unique text for this command: a second try with the same one gets the first answer',
  schema: { type: 'string', maxLength: 100 },
}
