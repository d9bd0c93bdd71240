import { choice } from '../define/fields.ts'

export const statuses = ['NOT_CREATED', 'INVITED', 'ACTIVE', 'DISABLED'] as const

/** The status of a login: there is none, it was never used, it is open, or it was closed. */
export type LoginStatus = (typeof statuses)[number]

/** The status of the login of a customer, an employee, a transporter or a site: a computed column. */
export const loginStatus = choice(statuses, { label: 'Login' })
