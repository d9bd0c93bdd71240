import type { Middleware } from '@feathersjs/koa'
import { invalid } from './platform/errors.ts'

/** The fields that a command reads from its body, by its path below `/api`; `actions` and `bulk` are those of every resource. */
const commandFields: Readonly<Record<string, readonly string[]>> = {
  actions: ['action', 'rows', 'asked', 'why'],
  bulk: ['change', 'ids', 'filter', 'expected', 'leaveOut', 'confirm', 'preview', 'why'],
  'annexure-prices': ['annexureId', 'shipToIds'],
  'bulk-cancellations': ['rows', 'reasonCodeId', 'remark'],
  'cancellation-previews': ['rows', 'filter'],
  'forgotten-password': ['loginId', 'email'],
  'import-steps': [
    ...['importId', 'step', 'mapping', 'leaveOutTotals', 'headingRow', 'headingRows'],
    ...['confirm', 'skipBadRows', 'leaveOut'],
  ],
  layouts: ['grid', 'layout', 'shortcuts'],
  'learned-codes': ['customerId', 'itemCode', 'productId'],
  'locked-logins': ['userId', 'remark', 'mustChangePassword'],
  logins: ['of', 'step', 'ids'],
  'mailed-decisions': ['token', 'step', 'remark', 'rowVersion'],
  'mailed-tasks': ['token'],
  'my-contact': ['email', 'code'],
  'my-password': ['password', 'newPassword'],
  'new-password': ['token', 'newPassword'],
  'opt-out-links': ['token'],
  'opt-outs': ['token'],
  'order-matches': ['customerId', 'rows'],
  'order-products': ['customerId', 'codes'],
  'order-templates': ['customerId', 'name', 'lines'],
  'rows-used': ['rows'],
  'simulation-products': ['customerId', 'codes'],
  'unlocked-logins': ['token'],
  uses: ['resource', 'rowId', 'to', 'deactivate', 'why'],
  'view-as': ['userId', 'reason'],
  views: ['grid', 'name', 'scope', 'isDefault', 'role', 'state', 'rowVersion'],
  'what-if': [
    ...['resource', 'id', 'row', 'ids', 'filter', 'expected', 'change', 'leaveOut', 'action', 'rows', 'asked'],
    ...['confirm', 'preview', 'why'],
  ],
}

/** Commands that need no sign-in; the others answer 401 before anything else. */
const open = [
  ...['forgotten-password', 'mailed-decisions', 'mailed-tasks', 'new-password', 'opt-out-links', 'opt-outs'],
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
    const known = commandFields[command]!
    const odd = Object.keys(body).filter(name => !known.includes(name))
    if (odd.length > 0) throw invalid(odd.slice(0, 20).map(name => unknownField(name.slice(0, 60), known)))
  }
  await next()
}

/** The command that a request gives; its path may end in the id of a row. */
function commandOf(method: string, path: string): string | undefined {
  if (method !== 'POST' && method !== 'PATCH') return undefined
  const name = path.replace(/^\/api\//, '').replace(/\/\d*$/, '')
  const known = /\/(actions|bulk)$/.exec(name)?.[1] ?? name
  return Object.hasOwn(commandFields, known) ? known : undefined
}

const unknownField = (field: string, known: readonly string[]) => ({
  field,
  code: 'UNKNOWN_FIELD',
  message: `${field} is not read here: send only ${known.join(', ')}`,
})
