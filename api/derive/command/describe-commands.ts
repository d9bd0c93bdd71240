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
import { divide } from '../../../resources/define/pick.ts'
import {
  type Body,
  type Column,
  type Either,
  type Group,
  type IfSent,
  isEither,
  isOfField,
  type Many,
  type Open,
  type Part,
  type RowAnswer,
  type Shape,
} from '../../../resources/define/shape.ts'
import { resourceNamed } from '../../../resources/registry.ts'
import { fieldSchema, type JsonSchema } from '../docs/openapi-schemas.ts'
import { columnsOf, type Part as DescribedPart, type Route, type Routes } from '../docs/route.ts'
import type { Person } from '../rights/person.ts'
import { isFor } from './serve-commands.ts'
import { isToldTo } from './tell.ts'

/** What the document of the API says of declared commands. */
export const routesOfCommands = (commands: readonly AnyCommand[]): Routes =>
  Object.fromEntries(commands.map(command => [(command as Command).request, routeOf(command)]))

function routeOf(command: Command): Route {
  const { room, summary, method, path, answer, who, idempotent, reads, status, refusals = {}, example } = command
  const asQuery = method === 'GET' || method === 'DELETE' || reads === 'query'
  const [inPath, body] = isEither(command.body) ? [{}, command.body] : byPlace(command.body, path)
  return {
    tag: room,
    summary,
    isDeclared: true,
    inPath: partsOf(inPath),
    ...(asQuery
      ? { query: partsOf(body as Shape) }
      : { body: reads === 'another body' && isNone(body) ? anyNames : bodyOf(body) }),
    ...(reads === 'upload' && { isUpload: true as const }),
    ...(reads === 'another body' && { status: 200 }),
    ...(isFile(answer) ? { media: answer.media } : { answer: reader => answerSchema(answer, reader) }),
    ...(status && { status }),
    refusals: refusalsOf(refusals),
    ...(idempotent && { isIdempotent: idempotent }),
    ...(who === 'public' ? { isPublic: true as const } : { isFor: person => isFor(command, person) }),
    ...(example !== undefined && { examples: { body: byPlace(example as object, path)[1] } }),
  }
}

/** What stands in a path, and the rest. */
const byPlace = <T extends object>(body: T, path: string) => divide(body, name => path.includes(`{${name}}`))

const isNone = (body: object) => Object.keys(body).length === 0
const anyNames: DescribedPart = () => ({ type: 'object' })

const bodyOf =
  (body: Body): DescribedPart =>
  reader =>
    isEither(body) ? { oneOf: body.of.map(one => object(one, 'sent', reader)) } : object(body, 'sent', reader)

const partsOf = (shape: Shape) =>
  Object.fromEntries(
    Object.entries(shape).map(([name, part]) => [
      name,
      Object.assign((reader: Reader) => partSchema(name, part, 'sent', reader), {
        optional: !isRequired(part, 'sent'),
      }),
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
  if (isRow(answer)) return rowSchema(answer, reader)
  if (isEither(answer as Body)) return { oneOf: (answer as Either).of.map(one => object(one, 'told', reader)) }
  return isMany(answer) || isOpen(answer)
    ? partSchema('', answer, 'told', reader)
    : object(answer as Shape, 'told', reader)
}

function rowSchema({ resource, isMany }: RowAnswer, reader: Reader): JsonSchema | undefined {
  if (reader && !reader.ability.can('read', resourceNamed(resource).path)) return undefined
  const row = { $ref: `#/components/schemas/${resource}` }
  return isMany ? { type: 'array', items: row } : row
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
  if (part.kind === 'row') return rowSchema(part as RowAnswer, reader)
  if (part.kind === 'group') return described(part as Group, 'object', object(part.of as Shape, direction, reader))
  if (part.kind === 'open') return described(part as Open, 'object', {})
  if (part.kind !== 'many') return fieldSchema(name, part as Field)
  const { of, least, most } = part as Many
  const items = isOfField(part as Many)
    ? partSchema(name, of as Part, direction, reader)
    : object(of as Shape, direction, reader)
  return described(part as Many, 'array', { ...(least > 0 && { minItems: least }), maxItems: most, items })
}

function columnSchema({ resource, name }: Column, reader: Reader): JsonSchema | undefined {
  const schema = columnsOf(resource, name)[name]!(reader)
  if (!schema) return undefined
  const { 'x-may-be-absent': _, ...shown } = schema
  return shown
}

const described = ({ optional, hint }: Many | Group | Open, type: string, schema: JsonSchema): JsonSchema => ({
  ...schema,
  type: optional ? [type, 'null'] : type,
  ...(hint && { description: hint }),
})
