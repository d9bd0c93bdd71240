import type { Middleware } from '@feathersjs/koa'
import { bodyFaults } from './derive/docs/body-faults.ts'
import type { JsonSchema } from './derive/docs/openapi-schemas.ts'
import { describedRoutes, type Route, schemaOfPart } from './derive/docs/route.ts'
import type { Person } from './derive/rights/person.ts'
import { forbidden, invalid } from './platform/errors.ts'
import { firstFaults } from './platform/most-faults.ts'

const namesOnly = (...names: string[]): JsonSchema => ({
  additionalProperties: false,
  properties: Object.fromEntries(names.map(name => [name, {}])),
})

/** The fields of the commands that every resource has; their own code says more of each. */
const ofEveryResource = {
  actions: namesOnly('action', 'rows', 'asked', 'why'),
  bulk: namesOnly(
    ...['change', 'formula', 'from', 'ids', 'filter', 'expected', 'seen', 'leaveOut'],
    ...['confirm', 'preview', 'why'],
  ),
}

/** The body that a command reads, as the document of the API describes it. */
interface Command extends Pick<Route, 'isPublic' | 'isFor'> {
  schema: JsonSchema
}

const describedCommands = new Map<string, Command | null>()

/**
 * Refuses a command whose body is not as it is described: a name that it does not read, which would otherwise be left out
 * without a word, a value of another type, a text or list that is too long. What a command is given is then as it is
 * described, and may only be absent. Who may not give the command is told that, and nothing of its fields.
 */
export const checkCommandBody: Middleware = async (ctx, next) => {
  const command = commandOf(ctx.method, ctx.path)
  const { body } = ctx.request as { body?: unknown }
  // Who has not signed in is told that first; files come with their fields as a form, and are read where they are taken.
  if (command && (ctx.state.person || command.isPublic) && isObject(body) && !ctx.is('multipart')) {
    const { faults, count } = bodyFaults(command.schema, body)
    const { person } = ctx.state as { person?: Person }
    if (count > 0 && person && command.isFor?.(person) === false) throw forbidden('Your roles do not allow this')
    if (count > 0) throw invalid(firstFaults(faults, count), count === 1 ? faults[0]!.message : undefined)
  }
  await next()
}

const isObject = (body: unknown): body is object => typeof body === 'object' && body !== null && !Array.isArray(body)

/** The command that a request gives, if it is one; the path of a PATCH ends in the id of a row. */
function commandOf(method: string, path: string): Command | null {
  if (method !== 'POST' && method !== 'PATCH') return null
  const name = path.replace(/^\/+api\/|\/+$/g, '')
  const request = method === 'POST' ? `POST ${name}` : `PATCH ${name.replace(/\/[^/]*$/, '')}/{id}`
  const generic = method === 'POST' ? /\/(actions|bulk)$/.exec(name)?.[1] : undefined
  const route = describedRoutes().get(request)
  if (!route) return generic ? { schema: ofEveryResource[generic as 'bulk'] } : null
  if (!describedCommands.has(request)) describedCommands.set(request, described(route))
  return describedCommands.get(request)!
}

function described({ body, isPublic, isFor, isDeclared }: Route): Command | null {
  const schema = body && !isDeclared && schemaOfPart('', body, undefined)
  return schema ? { schema, ...(isPublic && { isPublic }), ...(isFor && { isFor }) } : null
}
