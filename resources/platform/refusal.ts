import type { Fault } from '../define/validate.ts'
import type { Role } from '../roles.ts'

/** The rule of the declarations that refused a request. */
export interface RefusingRule {
  title: string
  path: string
  action: string
  /** The roles of the person who asked. */
  roles: readonly Role[]
  /** The roles that may; shown to employees only. */
  openTo: readonly Role[]
}

/** A refusing rule, and who can give the right. */
export interface RefusedRight {
  rule: RefusingRule
  grantedBy?: string
}

/** The body of every error. */
export interface ErrorBody {
  name: string
  code: number
  className: string
  message: string
  errors: Fault[]
  data?: Record<string, unknown>
  requestId?: string
}
