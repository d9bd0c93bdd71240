import type { Application } from '@feathersjs/koa'
import type { Knex } from 'knex'
import { type Capability, can } from '../../../resources/capabilities.ts'
import {
  type AnswerOf,
  type AnyCommand,
  type BodyOf,
  type Command,
  isServedByRoute,
  type Method,
} from '../../../resources/define/command.ts'
import type { Shape } from '../../../resources/define/shape.ts'
import { forbidden, notFound } from '../../platform/errors.ts'
import { requireIdempotencyKey, runIdempotent } from '../../platform/idempotency.ts'
import type { RateLimits } from '../../platform/rate-limit.ts'
import { transact } from '../../platform/transact.ts'
import { readId } from '../list/query.ts'
import type { Person } from '../rights/person.ts'
import { requireAuthor, requirePerson } from '../rights/require-person.ts'
import type { Author } from '../save/write.ts'
import type { Call } from '../service.ts'
import { fromQuery, readBody } from './read-body.ts'
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
  handler: (body: BodyOf<C>, context: Context) => Promise<AnswerOf<C>>,
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
  db: Knex
  limits: RateLimits
}

/** Serves all declared commands, each under its request. Throws where one is bound to no function, or two to one request. */
export function serveCommands(
  app: Application,
  declared: readonly AnyCommand[],
  bound: readonly Bound[],
  means: Means,
): void {
  const idle = declared.find(one => !isServedByRoute(one) && !bound.some(({ command }) => command === one))
  if (idle) throw new Error(`${(idle as Command).request} is declared, and bound to no function`)
  const byPath = Map.groupBy(bound, ({ command }) => (command as Command).path.replace(/\/\{id\}$/, ''))
  for (const [path, commands] of byPath) {
    const methods = commands.map(one => [methodOf(one.command), serve(one, means)] as const)
    const service = Object.fromEntries(methods)
    const names = Object.keys(service)
    if (names.length < methods.length) throw new Error(`Two commands are bound to one request of ${path}`)
    app.use(`api/${path}` as never, service as never, { methods: names } as never)
  }
}

const METHODS: Readonly<Record<Method, string>> = { GET: 'find', POST: 'create', PATCH: 'patch', DELETE: 'remove' }
const ofOne = ({ path }: Command) => path.endsWith('/{id}')
const methodOf = (command: Command) => (command.method === 'GET' && ofOne(command) ? 'get' : METHODS[command.method])

/** The method of a Feathers service that does a command: rights first, then the body, then the deed. */
function serve({ command, handler }: Bound, { db, limits }: Means) {
  const { method, does, sees, idempotent, path, limit, body, answer, who, filters: hasFilters } = command as Command
  const counter = limit && limits.of(`command-${path.replaceAll('/', '-')}`, limit)

  async function run(given: unknown, call: Call): Promise<unknown> {
    if (who !== 'public') requireFor(command, requirePerson(call))
    await counter?.take(call.person ? String(call.person.id) : (call.author?.ip ?? ''))
    const [sent, filters] = hasFilters ? apart(given as object, body as Shape) : [given, {}]
    const read = readBody(body, sent, call.person)
    const author = who === 'public' || does === 'reads' ? (call.author as Author) : requireAuthor(call)
    const key = idempotent === 'must' ? requireIdempotencyKey(call) : (call.headers?.['idempotency-key'] ?? '')
    const work = async (trx: Knex) =>
      told(
        answer,
        await handler(read as never, { person: call.person as Person, author, trx, call, key, filters }),
        call.person,
      )
    if (does !== 'writes') return work(db)
    return idempotent ? runIdempotent(db, call, path, read, work, sees) : transact(db, work, sees)
  }

  const ofQuery = (call: Call) => fromQuery(body, call.query)
  const withId = (id: unknown, sent: object) => {
    const known = readId(id)
    if (known === undefined) throw notFound()
    return { ...sent, id: known }
  }
  if (!ofOne(command)) return method === 'GET' ? (call: Call) => run(ofQuery(call), call) : run
  return method === 'PATCH'
    ? (id: unknown, sent: object, call: Call) => run(withId(id, sent), call)
    : (id: unknown, call: Call) => run(withId(id, ofQuery(call)), call)
}

/** What a question reads itself, and the filters that come with it. */
const apart = (query: object, shape: Shape) =>
  [true, false].map(own =>
    Object.fromEntries(Object.entries(query).filter(([name]) => Object.hasOwn(shape, name) === own)),
  )

/** Throws 403 where the roles of a person do not allow a command. */
export function requireFor(command: Pick<Command, 'who'>, person: Person): void {
  if (!isFor(command, person)) throw forbidden('Your roles do not allow this')
}
