import type { JsonSchema } from './openapi-schemas.ts'

/** Returns a value that fits a schema; `named` are the schemas it refers to. */
function exampleOf(schema: JsonSchema, named: JsonSchema): unknown {
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

/** What one request of the document is made of. */
export interface Operation {
  id: string
  summary: string
  description?: string
  tag: string
  parameters?: JsonSchema[]
  body?: { schema: JsonSchema; media: string; example?: unknown }
  answer?: { schema: JsonSchema; example?: unknown }
  /** The kinds of file it answers with, in the place of JSON. */
  media?: readonly string[]
  status: number
  /** The refusals by status; a text names the codes that are its own. */
  refusals: Readonly<Record<number, string | undefined>>
  isPublic?: boolean
}

/** What each refusal means, with the code that it carries most often. */
const refusals: Readonly<Record<number, readonly [meaning: string, code: string, example: string]>> = {
  400: ['A field is wrong, missing or unknown', 'REQUIRED', 'Name is required'],
  401: ['Not signed in, or the session has ended', 'UNAUTHENTICATED', 'Please sign in'],
  403: ['The roles do not allow it', 'FORBIDDEN', 'Products: your roles do not change them'],
  404: ['There is no such row, or it is not in scope', 'NOT_FOUND', 'There is no such row, or you may not see it'],
  409: [
    'It collides with the present state',
    'STALE_ROW',
    'Ravi Kumar saved LS-1001 Methanol on 28-11-2026 14:05: compare both versions',
  ],
  413: ['The body or file is too large', 'TOO_LARGE', 'The file is larger than 15 MB'],
  415: ['The file is of another kind than it may be', 'FILE_TYPE', 'The file is neither a workbook nor a CSV file'],
  422: ['A rule of the business refuses it', 'RULE', 'The order has no line: add one'],
  429: ['Too many tries: wait for the seconds of Retry-After', 'RATE_LIMITED', 'Too many tries: wait a minute'],
  503: ['The portal is busy or cannot reach what it needs: try again', 'BUSY', 'Please try again in a moment'],
}

const nameOf = (status: number) => `Refused${status}`

/** The refusals that every request of a kind may meet. */
export const refusalsOf = (kind: { isPublic?: boolean; takes?: boolean; one?: boolean; writes?: boolean }) =>
  Object.fromEntries(
    [
      ...(kind.takes || kind.writes ? [400] : []),
      ...(kind.isPublic ? [] : [401, 403]),
      ...(kind.one ? [404] : []),
      ...(kind.writes ? [409, 422] : []),
      503,
    ].map(status => [status, undefined]),
  )

/** The refusals that operations refer to. */
export const refusalResponses: JsonSchema = Object.fromEntries(
  Object.entries(refusals).map(([status, [description, code, message]]) => [
    nameOf(Number(status)),
    { description, content: errorContent(Number(status), code, message) },
  ]),
)

function errorContent(status: number, code: string, message: string): JsonSchema {
  const example = { name: 'Refused', code: status, message, errors: [{ field: '', code, message }], requestId: '3f9c' }
  return { 'application/json': { schema: { $ref: '#/components/schemas/Error' }, example } }
}

/** A refusal by reference, or with the codes of its own. */
function refusal(status: number, sentence: string | undefined): JsonSchema {
  const described = refusals[status]
  if (!described) throw new Error(`No refusal ${status} is known`)
  if (!sentence) return { $ref: `#/components/responses/${nameOf(status)}` }
  const code = /^[A-Z][A-Z_]+/.exec(sentence)?.[0] ?? described[1]
  return { description: sentence, content: errorContent(status, code, described[2]) }
}

/** Returns an operation of the document; an example is made of the samples of its fields where none is given. */
export function operationOf(parts: Operation, named: JsonSchema): JsonSchema {
  const { body, answer, media, isPublic } = parts
  const content = (schema: JsonSchema, example: unknown = exampleOf(schema, named)) => ({ schema, example })
  return {
    operationId: parts.id,
    summary: parts.summary,
    ...(parts.description && { description: parts.description }),
    tags: [parts.tag],
    ...(isPublic && { security: [] }),
    ...(parts.parameters && parts.parameters.length > 0 && { parameters: parts.parameters }),
    ...(body && {
      requestBody: { required: true, content: { [body.media]: content(body.schema, body.example) } },
    }),
    responses: {
      [parts.status]: {
        description: 'Done',
        ...(answer && { content: { 'application/json': content(answer.schema, answer.example) } }),
        ...(media && { content: Object.fromEntries(media.map(kind => [kind, { schema: FILE }])) }),
      },
      ...Object.fromEntries(
        Object.entries(parts.refusals).map(([status, own]) => [status, refusal(Number(status), own)]),
      ),
    },
  }
}

const FILE = { type: 'string', format: 'binary' }
