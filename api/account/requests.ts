import { FeathersError, GeneralError, NotFound } from '@feathersjs/errors'
import { type Application, bodyParser } from '@feathersjs/koa'
import type { Context, Middleware } from 'koa'
import { DEEPEST, type JsonProblem, jsonProblem, MOST_NAMES } from '../../resources/define/json-problem.ts'
import type { Fault } from '../../resources/define/validate.ts'
import type { ErrorBody } from '../../resources/platform/refusal.ts'
import type { Author } from '../derive/save/author.ts'
import type { Config } from '../platform/config.ts'
import { forbidden, fromDatabase, invalidField } from '../platform/errors.ts'
import { refuseWhileViewing } from '../platform/http/offer-file.ts'
import { newRequestId } from '../platform/http/request-id.ts'
import { type Log, withRequestId } from '../platform/log.ts'
import { firstFaults } from '../platform/most-faults.ts'
import { READER_LEFT } from '../platform/reports/reading.ts'
import { passingAsBusy } from '../platform/transact.ts'
import { sessionCookie } from './session-cookie.ts'
import { sessionOf } from './sessions.ts'
import { viewingText } from './viewing.ts'

/** Numbers every request, logs it in one line, logs errors, and answers every error in the API's one form. */
export const answerErrors = (log: Log, onRefusal: (ctx: Context) => void = () => {}): Middleware => {
  // The lines of requests hold nothing to redact.
  const lines = log.child({}, { redact: [] })
  return async (ctx, next) => {
    const given = ctx.get('X-Request-Id')
    const requestId = /^[\w-]{8,36}$/.test(given) ? given : newRequestId()
    ctx.state.requestId = requestId
    ctx.set('X-Request-Id', requestId)
    await withRequestId(requestId, async () => {
      const started = performance.now()
      try {
        await next()
        if (ctx.status === 404 && ctx.body === undefined && ctx.path.startsWith('/api')) throw new NotFound('Not found')
      } catch (error) {
        answer(ctx, error, requestId, log)
        onRefusal(ctx)
      }
      const line = {
        method: ctx.method,
        path: ctx.path,
        status: ctx.status,
        ms: Math.round(performance.now() - started),
      }
      ctx.status >= 500 ? lines.error(line, 'request') : lines.info(line, 'request')
    })
  }
}

// The router keeps its routes in plain objects, where names such as constructor are found without being routes.
const isInherited = (part: string) => part in Object.prototype

function answer(ctx: Context, thrown: unknown, requestId: string, log: Log) {
  const error = asFeathersError(thrown)
  if (error.code >= 500) log.error({ err: thrown }, 'failed')
  const { name, code, className, message, data, errors } = error.toJSON() as {
    name: string
    code: number
    className: string
    message: string
    data?: { retryAfter?: number }
    errors?: Fault[]
  }
  ctx.status = error.code
  const retryAfter = data?.retryAfter
  if (retryAfter) ctx.set('Retry-After', String(retryAfter))
  ctx.body = {
    name,
    code,
    className,
    message,
    errors: firstFaults(errors ?? []),
    ...(data && Object.keys(data).length > 0 && { data }),
    requestId,
  } satisfies ErrorBody
}

const STATUS_OF_CODE: Record<string, [status: number, message: string]> = {
  LIMIT_UNEXPECTED_FILE: [400, 'Send exactly one file, in the field named file'],
}

/** How the readers of gzip, deflate and Brotli call what they cannot read. */
const BROKEN_COMPRESSION = /^(Z_(DATA|BUF|NEED_DICT|STREAM)|ERR__ERROR_|ERR_BROTLI|ERR_PADDING)/

// The reader of forms throws plain errors for malformed requests.
const UPLOAD_FAULT = /^(Multipart: |Malformed (content type|part header)|Unexpected end of form)/

function asFeathersError(thrown: unknown): FeathersError {
  const error = passingAsBusy(fromDatabase(cause(thrown)))
  if (error instanceof FeathersError) return error
  const { name, status, type, code, expose, message } = error as {
    name?: string
    status?: number
    type?: string
    code?: string
    expose?: boolean
    message?: string
  }
  // Nobody reads this answer: it is no fault, and stands so in the log.
  if (code === READER_LEFT) return new FeathersError('The request was given up', 'GivenUp', 499, 'given-up', {})
  const refusal = STATUS_OF_CODE[code ?? '']
  if (refusal) return new FeathersError(refusal[1], 'BadRequest', refusal[0], 'bad-request', {})
  if (name === 'MulterError' || UPLOAD_FAULT.test(message ?? ''))
    return invalidField('file', 'FORMAT', 'The upload is not understood: send one file in the field named file')
  if (BROKEN_COMPRESSION.test(code ?? ''))
    return invalidField(
      '',
      'FORMAT',
      'The compressed request cannot be read: send it again, or without Content-Encoding',
    )
  if (type === 'entity.too.large')
    return new FeathersError('The request is too large', 'PayloadTooLarge', 413, 'payload-too-large', {})
  if (error instanceof SyntaxError || type === 'entity.parse.failed')
    return invalidField('', 'TYPE', 'The request body is not valid JSON')
  if (status && status >= 400 && status < 500) {
    return new FeathersError(
      expose && message ? message : 'The request is not understood',
      'BadRequest',
      status,
      'bad-request',
      {},
    )
  }
  return new GeneralError('Something went wrong on our side')
}

// The Feathers adapter wraps what the driver threw and keeps the original under a symbol.
const cause = (thrown: unknown) =>
  (thrown as Record<symbol, unknown> | null)?.[Symbol.for('@feathersjs/knex/error')] ?? thrown

const LARGEST_JSON = '2mb'
/** The largest body of somebody who has not signed in, and of forms. */
const LARGEST_ANONYMOUS = '64kb'

/** Reads bodies: of somebody who has not signed in only small ones. */
export function readBodies(): Middleware {
  const reader = (jsonLimit: string) =>
    bodyParser({
      jsonLimit,
      formLimit: LARGEST_ANONYMOUS,
      textLimit: LARGEST_ANONYMOUS,
      includeUnparsed: true,
      parsedMethods: ['POST', 'PUT', 'PATCH', 'DELETE'] as never,
    }) as unknown as Middleware
  const [ofPeople, ofStrangers] = [reader(LARGEST_JSON), reader(LARGEST_ANONYMOUS)]
  return (ctx, next) => (ctx.state.person ? ofPeople : ofStrangers)(ctx, next)
}

/**
 * Refuses a change whose body is missing, or is a text, a number or null: services read fields of an object, or rows of
 * a list. Who has not signed in is told that first, so their missing body is an empty one.
 */
export const demandBody: Middleware = async (ctx, next) => {
  const writes = ['POST', 'PUT', 'PATCH'].includes(ctx.method) && ctx.path.startsWith('/api/')
  const request = ctx.request as { body?: unknown }
  // Files are read where they are taken.
  if (!ctx.state.person || ctx.is('multipart')) request.body ??= {}
  if (!writes) return next()
  if (typeof request.body !== 'object' || request.body === null)
    throw invalidField('', 'TYPE', 'Send what is to be saved as JSON: an object, with Content-Type application/json')
  return next()
}

/** Refuses JSON that names a field twice, as two readers could take different values, that has too many names or lies too deep. */
export const refuseOddJson: Middleware = async (ctx, next) => {
  const { rawBody } = ctx.request as { rawBody?: unknown }
  const problem = typeof rawBody === 'string' && ctx.is('json') ? jsonProblem(rawBody) : null
  if (problem) throw refusalOf(problem)
  await next()
}

function refusalOf(problem: JsonProblem) {
  switch (problem.kind) {
    case 'twice': {
      const name = problem.name.slice(0, 60)
      return invalidField(name, 'TWICE', `${name} is given twice: send it once`)
    }
    case 'names': {
      const [count, most] = [problem.count, MOST_NAMES].map(number => number.toLocaleString('en-US'))
      return invalidField('', 'TOO_MANY_NAMES', `An object of the request holds ${count} names: send at most ${most}`)
    }
    case 'depth':
      return invalidField('', 'TOO_DEEP', `The request is nested too deep: send at most ${DEEPEST} levels`)
  }
}

/**
 * Identifies the caller by bearer token or by the browser's cookie, and passes it to services as `person` and `author`.
 */
export function identify(app: Application, config: Pick<Config, 'environment'>): Middleware {
  const name = sessionCookie(config)
  return async (ctx, next) => {
    if (ctx.path.split('/').some(isInherited)) throw new NotFound('Not found')
    const bearer = /^Bearer ([\w.-]+)$/.exec(ctx.get('Authorization'))?.[1]
    const cookie = ctx.cookies.get(name)
    const token = bearer ?? cookie
    const session = token ? await sessionOf(app, token) : undefined
    const person = session?.person
    if (person && !bearer) demandOwnPage(ctx)
    const viewing = session?.viewing
    ctx.state.person = person
    ctx.feathers = {
      ...ctx.feathers,
      person,
      sessionId: session?.sessionId,
      viewing,
      author: {
        id: viewing?.byId ?? person?.id ?? null,
        source: cookie && !bearer ? 'UI' : 'API',
        ip: ctx.ip,
        requestId: ctx.state.requestId,
        ...(person && viewing && { viewing: viewingText(viewing, person) }),
      } satisfies Author,
    } as typeof ctx.feathers
    if (person && viewing) demandOnlyLooking(ctx)
    else if (person?.mustChangePassword) demandNewPassword(ctx)
    await next()
  }
}

// Another site can make a browser send a form with our cookie, but not with a header of its own.
function demandOwnPage(ctx: Context) {
  const reads = ctx.method === 'GET' || ctx.method === 'HEAD'
  if (!reads && ctx.get('X-Requested-With') !== 'bilty') throw forbidden('Changes must come from the portal itself')
}

/** What stays allowed during view-as: ending it, and ending the session. */
const openWhileViewing = ['/api/view-as/now', '/api/authentication']

/** During view-as nothing is changed; files are refused where they are offered. */
function demandOnlyLooking(ctx: Context) {
  const reads = ctx.method === 'GET' || ctx.method === 'HEAD'
  if (!reads && !openWhileViewing.includes(ctx.path)) refuseWhileViewing(ctx)
}

const openBeforeChange = ['/api/me', '/api/my-password', '/api/my-details', '/api/authentication']

/** Whoever must choose a new password can do nothing else before. */
function demandNewPassword(ctx: Context) {
  if (ctx.path.startsWith('/api/') && !openBeforeChange.includes(ctx.path))
    throw forbidden('Choose a new password first, on My Contact Details', 'PASSWORD_CHANGE')
}
