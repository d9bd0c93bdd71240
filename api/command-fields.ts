import type { Middleware } from '@feathersjs/koa'
import type { JsonSchema } from './derive/docs/openapi-schemas.ts'
import { describedRoutes, schemaOfPart } from './derive/docs/route.ts'
import { invalid } from './platform/errors.ts'

/** The fields of the commands that every resource has. */
const ofEveryResource: Readonly<Record<string, readonly string[]>> = {
  actions: ['action', 'rows', 'asked', 'why'],
  bulk: ['change', 'ids', 'filter', 'expected', 'leaveOut', 'confirm', 'preview', 'why'],
}

/** The commands whose description says which fields they read; the others check their bodies themselves. */
const commands = [
  ...[
    'annexure-prices',
    'bulk-cancellations',
    'cancellation-previews',
    'complaint-reassignments',
    'dispute-bulk-steps',
    'feedback-links',
    'forgotten-password',
  ],
  ...[
    'given-feedback',
    'import-steps',
    'passport-pages',
    'pod-batch-steps',
    'sigma-shipments',
    'coa-searches',
    'coa-challenges',
  ],
  ...['layouts', 'learned-codes', 'locked-logins', 'logins', 'mailed-decisions', 'mailed-tasks', 'my-contact'],
  ...[
    'my-password',
    'my-report-files',
    'my-report-schedules',
    'new-password',
    'payments/cancel',
    'payments/check',
    'opt-out-links',
    'opt-outs',
    'order-matches',
    'order-products',
  ],
  ...[
    'order-templates',
    'pwc-choices',
    'pwc-steps',
    'rows-used',
    'simulated-sap',
    'simulated-sap-commands',
    'simulation-products',
  ],
  ...['payments/cart', 'payments/checkout', 'unlocked-logins', 'uses', 'view-as', 'views', 'what-if'],
]

const known = new Map(Object.entries(ofEveryResource))

/** The fields that a command reads, as the document of the API names them. */
function fieldsOf(command: string): readonly string[] {
  const read = known.get(command) ?? describedFields(command)
  known.set(command, read)
  return read
}

function describedFields(command: string): string[] {
  const bodies = [`POST ${command}`, `PATCH ${command}/{id}`].flatMap(request => {
    const body = describedRoutes().get(request)?.body
    return body ? [schemaOfPart('', body, undefined)] : []
  })
  return [...new Set(bodies.flatMap(body => (body ? namesIn(body) : [])))]
}

const namesIn = ({ oneOf, properties }: JsonSchema): string[] =>
  Array.isArray(oneOf) ? oneOf.flatMap(namesIn) : Object.keys((properties as object) ?? {})

/** Commands that need no sign-in; the others answer 401 before anything else. */
const open = [
  ...[
    'coa-searches',
    'coa-challenges',
    'feedback-links',
    'forgotten-password',
    'given-feedback',
    'passport-pages',
    'mailed-decisions',
    'mailed-tasks',
    'new-password',
    'opt-out-links',
    'opt-outs',
  ],
  'unlocked-logins',
]

/**
 * Refuses a command with a field that it does not read: a misspelt condition would otherwise be left out without a word,
 * and all rows taken for some. Commands that read their body by the fields of a resource refuse such fields themselves.
 */
export const refuseUnknownFields: Middleware = async (ctx, next) => {
  const command = commandOf(ctx.method, ctx.path)
  const { body } = ctx.request as { body?: unknown }
  const mayKnow = command !== undefined && (ctx.state.person || open.includes(command))
  if (mayKnow && typeof body === 'object' && body !== null && !Array.isArray(body)) {
    const read = fieldsOf(command)
    const odd = Object.keys(body).filter(name => !read.includes(name))
    if (odd.length > 0) throw invalid(odd.slice(0, 20).map(name => unknownField(name.slice(0, 60), read)))
  }
  await next()
}

/** The command that a request gives; its path may end in the id of a row. */
function commandOf(method: string, path: string): string | undefined {
  if (method !== 'POST' && method !== 'PATCH') return undefined
  const name = path.replace(/^\/api\//, '').replace(/\/\d*$/, '')
  const command = /\/(actions|bulk)$/.exec(name)?.[1] ?? name
  return Object.hasOwn(ofEveryResource, command) || commands.includes(command) ? command : undefined
}

const unknownField = (field: string, read: readonly string[]) => ({
  field,
  code: 'UNKNOWN_FIELD',
  message: `${field} is not read here: send only ${read.join(', ')}`,
})
