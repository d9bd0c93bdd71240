import type { AnyCommand, BodyOf } from '../../../resources/define/command.ts'
import type { Field } from '../../../resources/define/fields.ts'
import { labelOf } from '../../../resources/define/label.ts'
import { divide } from '../../../resources/define/pick.ts'
import {
  type Body,
  fittest,
  type IfSent,
  isEither,
  isOfField,
  type Many,
  type Part,
  type Shape,
} from '../../../resources/define/shape.ts'
import { cleanValue, type Fault, problemWith } from '../../../resources/define/validate.ts'
import { invalid, invalidField } from '../../platform/errors.ts'
import { firstFaults, MOST_FAULTS } from '../../platform/most-faults.ts'
import type { Person } from '../rights/person.ts'
import { isToldTo } from './tell.ts'

/** What is wrong with a body of a reader: of its faults the first are put into words, and all are counted. */
class Faults {
  readonly sender: Person | undefined
  readonly said: Fault[] = []
  count = 0

  constructor(sender: Person | undefined) {
    this.sender = sender
  }

  add(field: string, code: string, say: () => string) {
    this.count++
    if (this.said.length < MOST_FAULTS) this.said.push({ field: field.slice(0, 80), code, message: say() })
  }
}

/**
 * Reads a body by its declaration: texts trimmed and normalised, defaults filled in, null for what may be left out and is.
 * Throws 400 that names every field which is wrong, missing or not read here; what only our own people send is not read
 * from others.
 */
export function readBody(body: Body, sent: unknown, sender?: Person): Record<string, unknown> {
  const faults = new Faults(sender)
  const read = readShape(isEither(body) ? chosen(body.of, sent) : body, sent, '', faults)
  const { said, count } = faults
  if (count > 0) throw invalid(firstFaults(said, count), count === 1 ? said[0]!.message : undefined)
  return read
}

/** The body of a command that its own route serves, read by its declaration. */
export const readSent = <C extends AnyCommand>({ body }: C, sent: unknown, sender?: Person) =>
  readBody(body, sent, sender) as BodyOf<C>

/** The query of such a command. */
export const readAsked = <C extends AnyCommand>({ body }: C, query: Record<string, unknown>, sender?: Person) =>
  readBody(body, fromQuery(body, query), sender) as BodyOf<C>

/** The same, and the filters of a list that come beside what it reads. */
export function readFiltered<C extends AnyCommand>(command: C, query: Record<string, unknown>, sender?: Person) {
  const [own, filters] = apart(query, command.body)
  return { asked: readAsked(command, own, sender), filters }
}

/** What a question reads itself, and the filters that come with it. */
export const apart = (query: Record<string, unknown>, body: Body) => divide(query, name => Object.hasOwn(body, name))

const tagOf = (shape: Shape) =>
  Object.entries(shape).find(([, part]) => part.kind === 'choice' && part.options?.length === 1)?.[0]

/** Of several bodies the one that the tag names; without a tag the fittest. */
function chosen(shapes: readonly Shape[], sent: unknown): Shape {
  const sentBody = isObject(sent) ? sent : {}
  const name = tagOf(shapes[0]!)
  if (name !== undefined) {
    const options = shapes.map(shape => (shape[name] as Field).options![0]!)
    const found = shapes[options.indexOf(sentBody[name] as string)]
    if (found) return found
    const field: Field = { ...(shapes[0]![name] as Field), options }
    const [code, is] = problemWith(field, sentBody[name])!
    throw invalidField(name, code, `${labelOf(name, field)} ${is}`)
  }
  return fittest(shapes, sentBody)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function readShape(shape: Shape, sent: unknown, at: string, faults: Faults): Record<string, unknown> {
  if (!isObject(sent)) {
    faults.add(at.replace(/\.$/, ''), 'TYPE', () =>
      at === '' ? 'Send a JSON object' : `${at.slice(0, -1)} must be an object`,
    )
    return {}
  }
  const isRead = (name: string) =>
    Object.hasOwn(shape, name) && isToldTo(shape[name] as { forStaff?: true }, faults.sender)
  for (const name of Object.keys(sent))
    if (!isRead(name))
      faults.add(at + name, 'UNKNOWN_FIELD', () => unknownName(name, at, Object.keys(shape).filter(isRead)))
  return Object.fromEntries(
    Object.entries(shape)
      .filter(([name, part]) => !(part as Partial<IfSent>).ifSent || Object.hasOwn(sent, name))
      .map(([name, part]) => [
        name,
        isRead(name)
          ? readPart(name, part, Object.hasOwn(sent, name) ? sent[name] : undefined, at + name, faults)
          : null,
      ]),
  )
}

function unknownName(name: string, at: string, names: readonly string[]): string {
  if (at !== '') return `${(at + name).slice(0, 80)} cannot be set here`
  return `${name.slice(0, 60)} is not read here: ${names.length > 0 ? `send only ${names.join(', ')}` : 'send an empty object'}`
}

function readPart(name: string, part: Part, sent: unknown, at: string, faults: Faults): unknown {
  if (part.kind !== 'many' && part.kind !== 'group' && part.kind !== 'open')
    return readField(name, part as Field, sent, at, faults)
  if (sent === undefined || sent === null) {
    if (!part.optional) faults.add(at, 'REQUIRED', () => `${labelOf(name, part)} is required`)
    return null
  }
  if (part.kind === 'open') {
    if (!isObject(sent)) faults.add(at, 'TYPE', () => `${labelOf(name, part)} must be an object`)
    return sent
  }
  return part.kind === 'group'
    ? readShape(part.of as Shape, sent, `${at}.`, faults)
    : readMany(name, part as Many, sent, at, faults)
}

function readMany(name: string, part: Many, sent: unknown, at: string, faults: Faults): unknown[] {
  const { most, least, distinct } = part
  if (!Array.isArray(sent) || sent.length > most || sent.length < least) {
    const range = least > 0 ? `of ${least} to ${most}` : `of at most ${most}`
    faults.add(at, 'TYPE', () => `${labelOf(name, part)} must be a list ${range}`)
    return []
  }
  const read = sent.map((one, index) =>
    isOfField(part)
      ? readPart(name, part.of as Part, one, `${at}[${index}]`, faults)
      : readShape(part.of as Shape, one, `${at}[${index}].`, faults),
  )
  if (distinct) nameTwice(read as Record<string, unknown>[], distinct, at, faults)
  return read
}

function nameTwice(read: readonly Record<string, unknown>[], distinct: string, at: string, faults: Faults) {
  const seen = new Set()
  for (const [index, { [distinct]: value }] of read.entries()) {
    if (seen.has(value) && value !== undefined && value !== null)
      faults.add(`${at}[${index}].${distinct}`, 'DUPLICATE', () => `${labelOf(distinct, {})} is listed twice`)
    seen.add(value)
  }
}

function readField(name: string, field: Field, sent: unknown, at: string, faults: Faults): unknown {
  const value = cleanValue(field, sent) ?? field.default ?? null
  const problem = problemWith(field, value)
  if (problem) faults.add(at, problem[0], () => `${labelOf(name, field)} ${problem[1]}`)
  return value
}

/** A query as its fields want it: numbers and flags are texts in an address. */
export function fromQuery(shape: Body, query: Record<string, unknown> = {}): Record<string, unknown> {
  const partOf = (name: string) => (isEither(shape) || !Object.hasOwn(shape, name) ? undefined : shape[name]!)
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, fromAddress(partOf(name), value)]))
}

/** Of a list of one, an address shows that one alone. */
function fromAddress(part: Part | undefined, value: unknown): unknown {
  if (part?.kind !== 'many') return fromText(part?.kind, value)
  return [value].flat().map(one => fromText(((part as Many).of as Field).kind, one))
}

function fromText(kind: string | undefined, value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (kind === 'flag' && /^(true|false)$/.test(value)) return value === 'true'
  return ['number', 'reference', 'file'].includes(kind ?? '') && /^(?:0|-?[1-9]\d{0,14})$/.test(value)
    ? Number(value)
    : value
}
