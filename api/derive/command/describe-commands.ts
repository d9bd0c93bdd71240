import {
  type Answer,
  type AnyCommand,
  type Command,
  isFile,
  isMany,
  isOpen,
  isRow,
} from '../../../resources/define/command.ts'
import type { Field } from '../../../resources/define/fields.ts'
import {
  type Body,
  type Column,
  type Either,
  type IfSent,
  isEither,
  isOfField,
  type Many,
  type Part,
  type Shape,
} from '../../../resources/define/shape.ts'
import { fieldSchema, type JsonSchema } from '../docs/openapi-schemas.ts'
import { columnsOf, type Part as DescribedPart, type Route, type Routes } from '../docs/route.ts'
import type { Person } from '../rights/person.ts'
import { isFor, wordsOf } from './serve-commands.ts'
import { isToldTo } from './tell.ts'

/** What the document of the API says of declared commands. */
export const routesOfCommands = (commands: readonly AnyCommand[]): Routes =>
  Object.fromEntries(commands.map(command => [(command as Command).request, routeOf(command)]))

function routeOf(command: Command): Route {
  const { room, summary, method, body, answer, who, idempotent, reads, status, refusals = {}, example } = command
  const ofOne = command.path.endsWith('/{id}')
  const sent = ofOne && !isEither(body) ? withoutId(body) : body
  const asQuery = method === 'GET' || method === 'DELETE' || reads === 'query'
  return {
    tag: room,
    summary,
    isDeclared: true,
    ...(asQuery ? { query: queryOf(sent as Shape) } : { body: bodyOf(sent) }),
    ...(ofOne && wordsOf(command) && { idWords: wordsOf(command)! }),
    ...(reads === 'upload' && { isUpload: true as const }),
    ...(isFile(answer) ? { media: answer.media } : { answer: reader => answerSchema(answer, reader) }),
    ...(status && { status }),
    refusals: refusalsOf(refusals),
    ...(idempotent && { isIdempotent: idempotent }),
    ...(who === 'public' ? { isPublic: true as const } : { isFor: person => isFor(command, person) }),
    ...(example !== undefined && { examples: { body: example } }),
  }
}

const withoutId = ({ id: _, ...rest }: Shape): Shape => rest

const bodyOf =
  (body: Body): DescribedPart =>
  reader =>
    isEither(body) ? { oneOf: body.of.map(one => object(one, 'sent', reader)) } : object(body, 'sent', reader)

const queryOf = (shape: Shape) =>
  Object.fromEntries(
    Object.entries(shape).map(([name, part]) => [
      name,
      Object.assign((reader: Reader) => partSchema(name, part, 'sent', reader), { optional: part.optional }),
    ]),
  )

function refusalsOf(refusals: NonNullable<Command['refusals']>): Record<number, string> {
  const byStatus = Map.groupBy(Object.entries(refusals), ([, [status]]) => status)
  return Object.fromEntries(
    [...byStatus].map(([status, own]) => [status, own.map(([code, [, means]]) => `${code}: ${means}`).join('; ')]),
  )
}

type Reader = Person | undefined
/** Whether a shape is sent, so that names may be left out and no other may come, or told whole. */
type Direction = 'sent' | 'told'

function answerSchema(answer: Answer, reader: Reader): JsonSchema | undefined {
  if (isRow(answer)) {
    const row = { $ref: `#/components/schemas/${answer.resource}` }
    return answer.isMany ? { type: 'array', items: row } : row
  }
  if (isEither(answer as Body)) return { oneOf: (answer as Either).of.map(one => object(one, 'told', reader)) }
  return isMany(answer) || isOpen(answer)
    ? partSchema('', answer, 'told', reader)
    : object(answer as Shape, 'told', reader)
}

function isRequired(part: Part, direction: Direction): boolean {
  if (direction === 'told') return part.kind !== 'column' && !(part as Many).forStaff
  return !part.optional && (part as Field).default === undefined && !(part as Partial<IfSent>).ifSent
}

function object(shape: Shape, direction: Direction, reader: Reader): JsonSchema {
  const parts = Object.entries(shape).flatMap(([name, part]) => {
    const schema = isToldTo(part as Many, reader) ? partSchema(name, part, direction, reader) : undefined
    return schema ? [{ name, part, schema }] : []
  })
  const required = parts.filter(({ part }) => isRequired(part, direction)).map(({ name }) => name)
  return {
    type: 'object',
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(parts.map(({ name, schema }) => [name, schema])),
    ...(direction === 'sent' && { additionalProperties: false }),
  }
}

/** The schema of a part; nothing for a column that is closed to the reader. */
function partSchema(name: string, part: Part, direction: Direction, reader: Reader): JsonSchema | undefined {
  if (part.kind === 'column') return columnSchema(part as Column, reader)
  if (part.kind === 'group') return described(part, 'object', object(part.of as Shape, direction, reader))
  if (part.kind === 'open') return described(part, 'object', {})
  if (part.kind !== 'many') return fieldSchema(name, part as Field)
  const { of, least, most } = part as Many
  const items = isOfField(part as Many)
    ? partSchema(name, of as Part, direction, reader)
    : object(of as Shape, direction, reader)
  return described(part, 'array', { ...(least > 0 && { minItems: least }), maxItems: most, items })
}

function columnSchema({ resource, name }: Column, reader: Reader): JsonSchema | undefined {
  const schema = columnsOf(resource, name)[name]!(reader)
  if (!schema) return undefined
  const { 'x-may-be-absent': _, ...shown } = schema
  return shown
}

const described = ({ optional, hint }: Part, type: string, schema: JsonSchema): JsonSchema => ({
  ...schema,
  type: optional ? [type, 'null'] : type,
  ...(hint && { description: hint }),
})
