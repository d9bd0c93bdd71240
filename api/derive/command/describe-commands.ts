import { type Answer, type AnyCommand, type Command, isMany, isRow } from '../../../resources/define/command.ts'
import type { Field } from '../../../resources/define/fields.ts'
import { type Body, isEither, isOfField, type Many, type Part, type Shape } from '../../../resources/define/shape.ts'
import { fieldSchema, type JsonSchema } from '../docs/openapi-schemas.ts'
import type { Part as DescribedPart, Route, Routes } from '../docs/route.ts'
import { isFor } from './serve-commands.ts'

/** What the document of the API says of declared commands. */
export const routesOfCommands = (commands: readonly AnyCommand[]): Routes =>
  Object.fromEntries(commands.map(command => [(command as Command).request, routeOf(command)]))

function routeOf(command: Command): Route {
  const { room, summary, method, body, answer, who, idempotent, refusals = {}, example } = command
  const asQuery = method === 'GET' || method === 'DELETE'
  return {
    tag: room,
    summary,
    isDeclared: true,
    ...(asQuery ? { query: queryOf(body as Shape) } : { body: bodyOf(body) }),
    answer: () => answerSchema(answer),
    refusals: refusalsOf(refusals),
    ...(idempotent && { isIdempotent: idempotent }),
    ...(who === 'public' ? { isPublic: true as const } : { isFor: person => isFor(command, person) }),
    ...(example !== undefined && { examples: { body: example } }),
  }
}

const withoutId = ({ id: _, ...rest }: Shape): Shape => rest

function bodyOf(body: Body): DescribedPart {
  if (isEither(body)) return () => ({ oneOf: body.of.map(bodySchema) })
  return () => bodySchema(body)
}

const queryOf = (shape: Shape) =>
  Object.fromEntries(
    Object.entries(withoutId(shape)).map(([name, part]) => [
      name,
      Object.assign(() => partSchema(name, part, 'sent'), { optional: part.optional }),
    ]),
  )

function refusalsOf(refusals: NonNullable<Command['refusals']>): Record<number, string> {
  const byStatus = Map.groupBy(Object.entries(refusals), ([, [status]]) => status)
  return Object.fromEntries(
    [...byStatus].map(([status, own]) => [status, own.map(([code, [, means]]) => `${code}: ${means}`).join('; ')]),
  )
}

/** Whether a shape is sent, so that names may be left out and no other may come, or told whole. */
type Direction = 'sent' | 'told'

const bodySchema = (shape: Shape) => object(shape, 'sent')

function answerSchema(answer: Answer): JsonSchema {
  if (isRow(answer)) return { $ref: `#/components/schemas/${answer.resource}` }
  return isMany(answer) ? partSchema('', answer, 'told') : object(answer, 'told')
}

const isNeeded = (part: Part) => !part.optional && (part as Field).default === undefined

function object(shape: Shape, direction: Direction): JsonSchema {
  const required = Object.keys(shape).filter(name => direction === 'told' || isNeeded(shape[name]!))
  const properties = Object.entries(shape).map(([name, part]) => [name, partSchema(name, part, direction)])
  return {
    type: 'object',
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(properties),
    ...(direction === 'sent' && { additionalProperties: false }),
  }
}

function partSchema(name: string, part: Part, direction: Direction): JsonSchema {
  if (part.kind === 'group') return described(part, 'object', object(part.of as Shape, direction))
  if (part.kind !== 'many') return fieldSchema(name, part as Field)
  const { of, least, most } = part as Many
  const items = isOfField(part as Many) ? fieldSchema(name, of as Field) : object(of as Shape, direction)
  return described(part, 'array', { ...(least > 0 && { minItems: least }), maxItems: most, items })
}

const described = ({ optional, hint }: Part, type: string, schema: JsonSchema): JsonSchema => ({
  ...schema,
  type: optional ? [type, 'null'] : type,
  ...(hint && { description: hint }),
})
