import {
  BadRequest,
  Conflict,
  FeathersError,
  Forbidden,
  NotFound,
  Unavailable,
  Unprocessable,
} from '@feathersjs/errors'
import type { Fault } from '../../resources/define/validate.ts'
import type { RefusingRule } from '../../resources/platform/refusal.ts'

type Data = Record<string, unknown>

/** 400: the input is wrong; each fault names its field. */
export const invalid = (errors: Fault[], message = 'Please correct the marked fields') =>
  new BadRequest(message, { errors })

/** 400 for one field. */
export const invalidField = (field: string, code: string, message: string) =>
  invalid([{ field, code, message }], message)

/** The 400 for a row that is none of those to choose from. */
export const notOnList = (field: string, label: string) =>
  invalidField(field, 'UNKNOWN_REF', `${label} is not known: choose one from the list`)

/** 422: well formed, but a business rule refuses it; `data` holds what the person needs to go on. */
export const refused = (errors: Fault[], message = errors[0]?.message ?? 'A rule refuses this', data: Data = {}) =>
  new Unprocessable(message, { ...data, errors })

/** 409 with a business code; `data` holds what the person needs to go on. */
export const conflict = (code: string, message: string, data: Data = {}, field = '') =>
  new Conflict(message, { ...data, errors: [{ field, code, message }] })

/** 409 for several reasons at once, each at its field. */
export const conflictOf = (errors: Fault[]) =>
  new Conflict(errors.length === 1 ? errors[0]!.message : `${errors.length} conflicts: see each`, { errors })

/** Whether somebody else changed the row first. */
export const isStale = (error: unknown): boolean =>
  error instanceof Conflict && (error.errors as Fault[] | undefined)?.[0]?.code === 'STALE_ROW'

/** 403 that names the rule in a sentence, with a code of its own where the domain gives it one. */
export const forbidden = (message: string, code = 'FORBIDDEN') =>
  new Forbidden(message, { errors: [{ field: '', code, message }] })

/** 403 by a rule of the declarations; `data.rule` holds its parts. */
export const forbiddenBy = (message: string, rule: RefusingRule) =>
  new Forbidden(message, { rule, errors: [{ field: '', code: 'FORBIDDEN', message }] })

/** 503: another system that is needed cannot be reached now. */
export const unavailable = (message: string) =>
  new Unavailable(message, { errors: [{ field: '', code: 'UNAVAILABLE', message }] })

/** 404, the same for a row that does not exist and one out of scope. */
export const notFound = (message = 'Not found') =>
  new NotFound(message, { errors: [{ field: '', code: 'NOT_FOUND', message }] })

/** Whether the database refused a row because another has its key. */
export function isDuplicate(error: unknown): boolean {
  const { code = '', errno, message = '' } = (error ?? {}) as Partial<Error> & { code?: string; errno?: number }
  return (
    /SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY)/.test(code) || /UNIQUE constraint failed/.test(message) || errno === 1062
  )
}

/** How the database and the file system say that a disk is full: SQLite, the system, and MariaDB by number. */
const NO_SPACE: readonly (string | number)[] = ['SQLITE_FULL', 'ENOSPC', 'EDQUOT', 1021, 1114, 28]

/** Whether an error says that a disk is full. */
export function isDiskFull(error: unknown): boolean {
  const { code = '', errno = 0 } = (error ?? {}) as { code?: string; errno?: number }
  return NO_SPACE.includes(code) || NO_SPACE.includes(errno)
}

/** 507: a disk is full, so that nothing was saved. */
const diskFull = () => {
  const message =
    'The portal’s disk is full: nothing was saved. Tell the IT administrator, and try again when there is room.'
  return new FeathersError(message, 'InsufficientStorage', 507, 'insufficient-storage', {
    errors: [{ field: '', code: 'DISK_FULL', message }],
  })
}

/** What the database refused, as an error for people; anything unknown is passed on unchanged. */
export function fromDatabase(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof FeathersError) return error
  if (isDiskFull(error)) return diskFull()
  if (isDuplicate(error)) return conflict('DUPLICATE_KEY', 'A row with this key exists already')
  const { errno = 0 } = error as Error & { errno?: number }
  if (/FOREIGN KEY constraint failed/.test(error.message) || errno === 1451 || errno === 1452) {
    return invalid([{ field: '', code: 'UNKNOWN_REF', message: 'A row that this one names does not exist' }])
  }
  return error
}
