import type { Application } from '@feathersjs/koa'
import type { Knex } from 'knex'
import { type Capability, can } from '../../../resources/capabilities.ts'
import {
  type AnyCommand,
  type BodyOf,
  type Command,
  type DoneOf,
  isRow,
  isServedByRoute,
  type Method,
} from '../../../resources/define/command.ts'
import type { Field } from '../../../resources/define/fields.ts'
import { pick } from '../../../resources/define/pick.ts'
import { isEither, type RowAnswer } from '../../../resources/define/shape.ts'
import { resourceAt, resourceNamed } from '../../../resources/registry.ts'
import { forbidden, notFound } from '../../platform/errors.ts'
import type { RateLimit, RateLimits } from '../../platform/http/rate-limit.ts'
import { requireIdempotencyKey, runIdempotent } from '../../platform/idempotency.ts'
import { noteCommand } from '../../platform/log.ts'
import { transact } from '../../platform/transact.ts'
import type { Call } from '../call.ts'
import { readId } from '../list/query.ts'
import { requireRight } from '../rights/conditions.ts'
import type { Person } from '../rights/person.ts'
import { requireAuthor, requirePerson } from '../rights/require-person.ts'
import type { Author } from '../save/author.ts'
import type { ResourceService } from '../service.ts'
import { apart, fromQuery, readBody } from './read-body.ts'
import { told } from './tell.ts'

/** What a handler gets beside the body. Of a public command there may be neither person nor author. */
export interface Context {
  person: Person
  author: Author
  /** The transaction of what writes, else the database. */
  trx: Knex
  call: Call
  /** The `Idempotency-Key`; empty where none was sent. */
  key: string
  /** The filters that came with it, where it takes some. */
  filters: Record<string, unknown>
}

/** A command with the function that does it. */
export interface Bound {
  command: AnyCommand
  handler: (body: never, context: Context) => Promise<unknown>
}

/** Binds a command to its function; what it reads and answers is what the declaration says. */
export const bind = <C extends AnyCommand>(
  command: C,
  handler: (body: BodyOf<C>, context: Context) => Promise<DoneOf<C>>,
): Bound => ({ command, handler })

/** Whether the roles of a person allow a command. */
export function isFor({ who }: Pick<Command, 'who'>, person: Person): boolean {
  if (typeof who === 'string') return true
  if ('anyOf' in who) return who.anyOf.some(one => isFor({ who: one }, person))
  if ('userTypes' in who) return who.userTypes.includes(person.userType)
  if ('holds' in who) return can(person, who.holds as Capability)
  return who.may.some(right => person.ability.can(right, who.of))
}

interface Means {
  app: Application
  db: Knex
  limits: RateLimits
}

/**
 * All declared commands as methods of services, by path: some stand beside the reads of a resource, others are services of
 * their own. Throws where one is bound to no function, is not listed, or two are bound to one request.
 */
export function commandMethods(
  declared: readonly AnyCommand[],
  bound: readonly Bound[],
  means: Means,
): ReadonlyMap<string, Readonly<Record<string, unknown>>> {
  const idle = declared.find(
    one => !isServedByRoute(one) && !one.isOptional && !bound.some(({ command }) => command === one),
  )
  if (idle) throw new Error(`${(idle as Command).request} is declared, and bound to no function`)
  const unlisted = bound.find(({ command }) => !declared.includes(command))
  if (unlisted)
    throw new Error(
      `${(unlisted.command as Command).request} is bound, and listed nowhere: add its file to resources/commands.ts`,
    )
  const counterOf = counters(means.limits)
  const byPath = Map.groupBy(bound, ({ command }) => (command as Command).path.replace(/\/\{id\}$/, ''))
  return new Map(
    [...byPath].map(([path, commands]) => {
      const methods = commands.map(one => [methodOf(one.command), serve(one, means, counterOf(one.command))] as const)
      const service = Object.fromEntries(methods)
      if (Object.keys(service).length < methods.length)
        throw new Error(`Two commands are bound to one request of ${path}`)
      return [path, service]
    }),
  )
}

/** The words that stand in the place of an id: `DELETE view-as/now`. */
export const wordsOf = ({ body }: Pick<Command, 'body'>): readonly string[] | undefined =>
  isEither(body) ? undefined : (body.id as Field | undefined)?.options

/** Serves what stands at no resource. */
export function serveCommands(app: Application, methods: ReturnType<typeof commandMethods>): void {
  for (const [path, service] of methods)
    if (!resourceAt(path))
      app.use(addressOf(path) as never, service as never, { methods: Object.keys(service) } as never)
}

/** The address of a service as Feathers reads it: `api/payments/:id/again`. */
const addressOf = (path: string) => `api/${path.replace('{id}', ':id')}`

const METHODS: Readonly<Record<Method, string>> = { GET: 'find', POST: 'create', PATCH: 'patch', DELETE: 'remove' }
const ofOne = ({ path }: Command) => path.endsWith('/{id}')
/** It is about the row whose id stands within its path: `payments/{id}/again`. */
const isWithin = ({ path }: Command) => path.includes('/{id}/')
const methodOf = (command: Command) => (command.method === 'GET' && ofOne(command) ? 'get' : METHODS[command.method])

/** The method of a Feathers service that does a command: rights first, then the body, then the deed. */
function serve({ command, handler }: Bound, { app, db }: Means, counter: RateLimit | undefined) {
  const { request, method, does, sees, idempotent, path, body, answer, who, filters: hasFilters } = command as Command

  async function run(input: unknown, call: Call): Promise<unknown> {
    noteCommand(request)
    if (who !== 'public') requireFor(command, requirePerson(call))
    await counter?.take(call.person ? String(call.person.id) : (call.author?.ip ?? ''))
    const [sent, filters] = hasFilters ? apart(input as Record<string, unknown>, body) : [input, {}]
    const read = readBody(body, sent, call.person)
    const author = who === 'public' || does === 'reads' ? (call.author as Author) : requireAuthor(call)
    const key = idempotent === 'must' ? requireIdempotencyKey(call) : (call.headers?.['idempotency-key'] ?? '')
    const work = async (trx: Knex) => {
      const done = await handler(read as never, { person: call.person as Person, author, trx, call, key, filters })
      // Kept for a second try is what is told; of rows their ids, which are read as who asks reads them then.
      if (!isRow(answer)) return told(answer, done, call.person)
      return answer.isMany ? done : pick(done as OneRow, ['id', 'beside'])
    }
    const done = await (does !== 'writes'
      ? work(db)
      : idempotent && key
        ? runIdempotent(db, call, path, read, work, sees)
        : transact(db, work, sees))
    return isRow(answer) ? rowsTold(app, answer, done as number[], call) : done
  }

  const ofQuery = (call: Call) => fromQuery(body, call.query)
  const withId = (id: unknown, sent: object) => {
    const words = wordsOf(command)
    const checkedId = words ? words.find(word => word === id) : readId(id)
    if (checkedId === undefined) throw notFound()
    return { ...sent, id: checkedId }
  }
  if (isWithin(command))
    return method === 'GET'
      ? (call: Call) => run(withId(call.route?.id, ofQuery(call)), call)
      : (sent: object, call: Call) => run(withId(call.route?.id, sent), call)
  if (!ofOne(command)) return method === 'GET' ? (call: Call) => run(ofQuery(call), call) : run
  return method === 'PATCH'
    ? (id: unknown, sent: object, call: Call) => run(withId(id, sent), call)
    : (id: unknown, call: Call) => run(withId(id, ofQuery(call)), call)
}

/** Counts the tries of each command that has a limit. */
function counters(limits: RateLimits) {
  const limitsByName = new Map<string, RateLimit>()
  return ({ limit, request }: Command): RateLimit | undefined => {
    if (!limit) return undefined
    const name = limit.name ?? `command-${request.replaceAll(/[ /]/g, '-')}`
    if (!limitsByName.has(name)) limitsByName.set(name, limits.of(name, limit))
    return limitsByName.get(name)
  }
}

/** Throws 403 where the roles of a person do not allow a command; a right that can be requested is named. */
export function requireFor({ who, request }: Pick<Command, 'who' | 'request'>, person: Person): void {
  noteCommand(request)
  if (isFor({ who }, person)) return
  if (typeof who === 'object' && 'may' in who) requireRight(person, resourceAt(who.of)!, who.may[0]!)
  throw forbidden('Your roles do not allow this')
}

/** What a handler answers of one row. */
interface OneRow {
  readonly id: number
  readonly beside?: object
}

/** Rows as who asks reads them, once they are saved; of one also what is told beside its columns, such as warnings. */
async function rowsTold(
  app: Application,
  { resource, isMany }: RowAnswer,
  answer: readonly number[] | OneRow,
  call: Call,
): Promise<unknown> {
  const service = app.service(`api/${resourceNamed(resource).path}` as never) as unknown as ResourceService
  if (!isMany) {
    const { id, beside } = answer as OneRow
    return { ...(await service.get(id, { ...call, query: {} })), ...beside }
  }
  const ids = answer as number[]
  return (await service.find({ ...call, query: { id: { $in: ids }, $sort: { id: 1 }, $limit: ids.length } })).data
}
