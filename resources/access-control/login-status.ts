import { choice } from '../define/fields.ts'

const statuses = ['NOT_CREATED', 'INVITED', 'ACTIVE', 'DISABLED'] as const

/** Whether a person or a company has a login: none yet, not used yet, open, or closed. */
export type LoginStatus = (typeof statuses)[number]

/** How the login of a customer, an employee, a carrier or a site stands: a computed column. */
export const loginStatus = choice(statuses, { label: 'Login' })
